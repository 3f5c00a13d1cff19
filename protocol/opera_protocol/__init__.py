"""What the client and the server share: the wire, texts, the client connection and files of the user."""
