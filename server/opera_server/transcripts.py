"""The transcript of a table's game, made from its journal."""

from collections.abc import Iterable

from opera_rules.transcript import Recorder
from opera_server.entries import Acted, Entry
from opera_server.table import Table


def transcript_of(table: Table, entries: Iterable[Entry]) -> list[bytes]:
    """All lines of a game that is over; how the seed came about stands in the last one."""
    rules, options = table.rules, table.settings.options
    recorder = Recorder(rules, [chair.name for chair in table.chairs], options, table.edition)
    step = rules.new_game(len(table.chairs), options, table.edition, table.seed)
    lines = [recorder.start(step)]
    for entry in entries:
        if isinstance(entry, Acted):
            action = rules.read_action(entry.action)
            step = rules.apply(step.game, entry.seat, action)
            lines.append(recorder.action(entry.seat, action, step))
    shuffle = {"seed": table.seed.hex(), **table.shuffle}
    lines.append(recorder.end(step.game, shuffle) if table.state == "finished" else recorder.abandoned(shuffle))
    return lines
