"""What the help says about the game of coins."""

from collections.abc import Mapping, Sequence

from opera_tui.games.face import Page, Tip

RULES: Sequence[Page] = (Page("Coins in short", ("In turn you take one to three coins. The most coins win.",)),)
TOPICS: Mapping[str, Page] = {"heap": Page("The heap", ("So many coins are left.",))}
TIPS: Mapping[str, Tip] = {"take": Tip("Count to four", "Leave a number of coins that four divides.")}
