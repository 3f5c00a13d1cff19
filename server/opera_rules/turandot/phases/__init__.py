"""The phases of a turn, the ways in which cards and money move in them, and what casts are worth."""
