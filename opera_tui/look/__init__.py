"""What text on the screen is made of: rows with roles, signs, the language and its sentences."""
