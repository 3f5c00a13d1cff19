"""The boxes of Opera: one for each decision, for waiting, and for what is revealed."""
