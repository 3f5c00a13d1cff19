"""Between screens and client: intents, the session at a server, solo and finished games."""
