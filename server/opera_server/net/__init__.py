"""The network side: sockets and their guards, the limits and bans that decide who may connect and send, the update
connections and how they are sent to. It knows keys and addresses, never seats or games.
"""
