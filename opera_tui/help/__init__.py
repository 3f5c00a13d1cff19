"""Rules and help in our own words: a short text for everything on the screen, and the whole rules of both games."""
