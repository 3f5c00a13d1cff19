"""The rules of both games, pure and deterministic."""
