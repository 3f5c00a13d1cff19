"""What text on the screen is made of: rows with roles, their colours and signs, the language."""
