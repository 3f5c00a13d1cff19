"""A player, as every page of a booklet shows one: the seat's shape and colour, the letter and the name."""

from typing import NamedTuple

from opera_tui.booklet.elements import Element, element


class Player(NamedTuple):
    """A player of the game that a booklet is about, or a hand that nobody plays."""

    seat: int | None
    """None for nobody's."""
    sign: str
    """The seat's shape and the player's letter, such as `◆A`."""
    name: str

    @property
    def role(self) -> str:
        """Return the class of the player's colour."""
        return "quiet" if self.seat is None else f"player{self.seat}"

    @property
    def label(self) -> str:
        return f"{self.sign} {self.name}".strip()

    @property
    def named(self) -> Element:
        """Return sign and name in the player's colour."""
        return element("span", element("b", self.sign), " ", self.name, class_=self.role)
