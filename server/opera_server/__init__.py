"""Host games over the network: the server around the rules, and the command `opera-server`.

From the top layer down: `cli` has the commands, `operate` runs the server and serves its operator, `server` puts one
together, `requests` dispatches what clients ask, `history` shows games that are over, `tables` plays games. Below are
`worker_pool`, `net`, `journal` and `config`, which know nothing of tables.
"""
