"""The panels of Turandot: pure functions from a view to rows, wide and narrow."""
