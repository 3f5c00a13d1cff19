"""What the client may do with the machine that it runs on: keep files, start servers, name files to the player.

One object decides it for all screens. `Machine` is a player's own one; a visitor, who plays on somebody else's machine,
has a narrower one: one server, no servers of its own, no files that the player could choose, read or see the names of.
"""

from typing import TYPE_CHECKING, NamedTuple

from opera_protocol.local.settings import Mistakes
from opera_protocol.local.storage import IDENTITY_FILE
from opera_tui.config.settings import Settings, load_settings, save, settings_path
from opera_tui.local.folders import data_folder, log_error
from opera_tui.local.keeping import OwnFolders
from opera_tui.look.i18n import _

if TYPE_CHECKING:
    from opera_protocol.client import Target
    from opera_protocol.client.targets import Decide


class Written(NamedTuple):
    """What was written for the player: where it is in words, and the path; none where the file went elsewhere."""

    told: str
    path: str = ""


class Machine(OwnFolders):
    """A player's own machine: everything is allowed."""

    is_visit = False
    """Whether the player is a visitor."""

    def is_known(self) -> bool:
        """Say whether this player has used the program before."""
        return (data_folder() / IDENTITY_FILE).exists()

    def server_at(self, address: str, key: str | None, decide: "Decide") -> "Target":
        """Return how to find the server at an address."""
        from opera_protocol.client import ServerAt  # noqa: PLC0415 - the first picture needs no connection
        from opera_protocol.local.address import parse_address  # noqa: PLC0415
        from opera_protocol.local.known_servers import KnownServers  # noqa: PLC0415

        return ServerAt(parse_address(address), KnownServers(data_folder()), expected=key, decide=decide)

    def load_settings(self, mistakes: Mistakes) -> Settings:
        """Return the player's settings; what is wrong with them is collected."""
        return load_settings(mistakes=mistakes)

    def save_settings(self, before: Settings, after: Settings) -> None:
        """Keep what was changed; raises `SettingsError`."""
        save(before, after, settings_path())
        load_settings(mistakes=[])

    def asks_name(self, settings: Settings) -> bool:
        """Say whether the player has to be asked for a name first."""
        return False

    @property
    def settings_remark(self) -> str:
        """Where the settings are kept, as the player is told."""
        return f" {settings_path()}"

    def write_transcript(self, name: str, content: bytes) -> Written | None:
        """Write a transcript into a file and return where it is; None where it has to be copied."""
        from opera_tui.local.transcripts import write_transcript  # noqa: PLC0415 - needed after the end of a game

        path = str(write_transcript(name, content))
        return Written(_("The transcript is in {file}").format(file=path), path)

    makes_booklets: bool = True
    """Whether the player can get a booklet of a game: it is a file."""

    def write_booklet(self, name: str, content: bytes) -> Written:
        """Write a booklet into a file and return where it is."""
        from opera_tui.local.booklets import write_booklet  # noqa: PLC0415 - needed after the end of a game

        path = str(write_booklet(name, content))
        return Written(_("The booklet is in {file}").format(file=path), path)

    def log_error(self, error: BaseException | None = None) -> str:
        """Log an unexpected error, else the one that is being handled; return the file to tell the player of."""
        return log_error(error)


class VisitedMachine(Machine):
    """Somebody else's machine, where the player has an account and nothing but this program (sshd's ForceCommand).

    Key, settings and last tables are kept in the account's folders as on one's own machine; of these the player sees
    nothing.
    """

    is_visit = True
    makes_booklets = False

    def load_settings(self, mistakes: Mistakes) -> Settings:
        """Return the settings; mistakes in a file that the visitor cannot edit are not told."""
        return super().load_settings([])

    @property
    def settings_remark(self) -> str:
        return ""

    def write_transcript(self, name: str, content: bytes) -> Written | None:
        return None

    def log_error(self, error: BaseException | None = None) -> str:
        super().log_error(error)
        return ""
