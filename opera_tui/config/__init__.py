"""What the player can set: the settings file, the keys of commands, and the appearance that follows from them."""
