"""The phases of a round, and the ways in which ducats, points and pieces move in them."""
