"""The board game Opera: its words and texts, actions, events and documents."""

from opera_games.catalog import N_, About, Option
from opera_games.opera.words import SEATS

ABOUT = About(
    title="Opera",
    seats=SEATS,
    usual_seats=3,
    progress_fields=("round", "rounds"),
    progress=N_("round {n} of {all}"),
    named_progress=N_("{name}, round {n} of {all}"),
    sealed="bid",
    options=(
        Option("rounds", N_("length"), ((9, N_("9 rounds")), (7, N_("7 rounds")))),
        Option(
            "open_screens",
            N_("open screens"),
            ((False, N_("screens closed")), (True, N_("screens open"))),
            N_("ducats and stocks seen by all"),
        ),
    ),
)
