"""The card game Turandot: its words and texts, actions, events and documents."""

from opera_games.catalog import N_, About
from opera_games.turandot.words import SEATS

ABOUT = About(
    title="Turandot",
    seats=SEATS,
    usual_seats=4,
    progress_fields=("turn", "turns"),
    progress=N_("turn {n} of {all}"),
    named_progress=N_("{name}, turn {n} of {all}"),
    step=N_("turn"),
    sealed="offer",
    home_key="t",
    play=N_("play Turandot"),
)
