"""The Textual client: knows views, never rules."""
