"""What travels between client and server: messages, their bytes, diffs of documents, keys with their fingerprints.

No module here opens a file, and only the greeting opens a socket. `protocol/README.md` describes the same for other
programs.
"""
