"""What the screens read of a table of Opera."""

from dataclasses import dataclass
from typing import ClassVar

from opera_games.opera.actions import Layout, read_action, write_action
from opera_games.opera.choices import Choices, read_preview
from opera_games.opera.documents import PrivateDocument, PublicDocument, PublicPlayer
from opera_games.opera.events import AnyEvent
from opera_protocol.wire.documents import SeatDocument
from opera_tui.games.view import GameView, Types


@dataclass(frozen=True, kw_only=True)
class OperaView(GameView[PublicDocument, PrivateDocument, Choices]):
    """A table of Opera at one moment, as its reader may see it."""

    types: ClassVar = Types(
        game=PublicDocument,
        own=PrivateDocument,
        seat=SeatDocument[PrivateDocument, Choices],
        event=AnyEvent,
        read_action=read_action,
        write_action=write_action,
        read_preview=read_preview,
        layout=Layout,
    )

    @property
    def round(self) -> int:
        return self.game.round

    @property
    def is_for_two(self) -> bool:
        """Say whether two play: some things cost them less."""
        return len(self.seats) == 2

    @property
    def my_player(self) -> PublicPlayer:
        """Return the reader's own player; there must be one."""
        assert self.me is not None
        return self.game.players[self.me]

    @property
    def is_counting_round(self) -> bool:
        """Say whether this round ends with a counting, before which composers may rise."""
        return self.game.round in self.game.countings

    @property
    def is_last_round(self) -> bool:
        """Say whether nothing follows this round but its income and the last counting."""
        return self.game.round == self.game.rounds
