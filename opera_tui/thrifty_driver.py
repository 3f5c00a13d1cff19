"""Writes to the terminal with as few bytes as will do: more than half of what Textual sends is there already."""

from textual.drivers.linux_driver import LinuxDriver

from opera_tui.terminal_picture import Picture


class ThriftyDriver(LinuxDriver):
    """The terminal at the other end of a thin line."""

    picture: Picture | None = None

    def write(self, data: str) -> None:
        self.picture = self.picture or Picture()
        if news := self.picture.news(data):
            super().write(news)

    def forget(self) -> None:
        """Paint everything anew from now on."""
        if self.picture is not None:
            self.picture.forget()
