"""The table screen for every game: its model and layout, requests to the server, looking back, hosting, the end."""
