"""What lies between Textual and the terminal: fewer bytes for each picture, the window's title, private names."""
