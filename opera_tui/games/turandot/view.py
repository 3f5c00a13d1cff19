"""What the screens read of a table of Turandot."""

from collections.abc import Mapping
from typing import ClassVar

from opera_games.turandot.actions import read_action
from opera_games.turandot.choices import Choices, read_preview
from opera_games.turandot.documents import PrivateDocument, PublicDocument, PublicPlayer
from opera_games.turandot.events import AnyEvent
from opera_protocol.wire.documents import SeatDocument
from opera_tui.games.view import GameView, Types


class TurandotView(GameView[PublicDocument, PrivateDocument, Choices], frozen=True, kw_only=True):
    """A table of Turandot at one moment, as its reader may see it."""

    types: ClassVar = Types(
        game=PublicDocument,
        own=PrivateDocument,
        seat=SeatDocument[PrivateDocument, Choices],
        event=AnyEvent,
        read_action=read_action,
        read_preview=read_preview,
    )

    @property
    def round(self) -> int:
        return self.game.turn

    @property
    def card_names(self) -> Mapping[str, str]:
        return {card: singer.name for card, singer in self.game.cards.items()}

    @property
    def my_player(self) -> PublicPlayer:
        """Return the reader's own player; there must be one."""
        assert self.me is not None
        return self.game.players[self.me]
