"""Rules and help in our own words: a short page for everything on the screen, and the whole rules of each game."""
