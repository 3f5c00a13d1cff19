"""What the client keeps and runs on this machine: folders, last tables, transcripts, servers."""
