"""The network side: sockets and their guards, the limits and bans that decide who may connect and send, and the update
connections. It knows keys and addresses, never seats or games.
"""
