"""What lies between screens and client: intents, the session at a server, solo and finished games, booklets."""
