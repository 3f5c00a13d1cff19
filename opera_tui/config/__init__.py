"""What the player can set: the settings file, the commands and their keys, colours and signs."""
