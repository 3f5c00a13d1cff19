"""The panels of Opera: pure functions from a view to rows, wide and narrow."""
