"""The boxes of Turandot: one for each decision, for waiting, and for what is revealed."""
