"""The table screen for every game: model and layout, requests to the server, looking back, hosting, the end."""
