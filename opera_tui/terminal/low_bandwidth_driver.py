"""Write to the terminal with few bytes: more than half of what Textual sends is there already."""

from textual.drivers.linux_driver import LinuxDriver

from opera_tui.terminal.cell_diff import Picture


class LowBandwidthDriver(LinuxDriver):
    """Send only what differs from the picture that the terminal shows."""

    picture: Picture | None = None

    def write(self, data: str) -> None:
        self.picture = self.picture or Picture()
        if news := self.picture.news(data):
            super().write(news)

    def forget(self) -> None:
        """Send everything again from now on."""
        if self.picture is not None:
            self.picture.forget()
