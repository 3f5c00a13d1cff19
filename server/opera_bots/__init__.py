"""Players of both games: they see a seat's view, nothing else."""
