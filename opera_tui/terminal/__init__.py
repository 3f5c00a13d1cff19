"""What goes to the terminal below Textual: fewer bytes for each picture, the window's title, private names."""
