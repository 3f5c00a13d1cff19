"""Host games over the network: the server around the rules, and the command `opera-server`.

From the outside in: `cli` has the commands, `operate` runs the server and lets its operator look in, `server` puts one
together, `requests` hands on what clients ask, `history` shows games that are over, `tables` plays them. Below stand
`worker_pool`, `net`, `journal` and `config`, which know nothing of tables.
"""
