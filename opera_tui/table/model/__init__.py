"""What a table screen shows, without the screen: the updates that are played back step by step, the decision that is
open, the proposal for it, the log. Nothing here needs Textual; the screen asks it through `TableModel`.
"""

from opera_tui.table.model.table_model import TableModel

__all__ = ["TableModel"]
