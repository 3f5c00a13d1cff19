"""Host games over the network: the server around the rules, and the command `opera-server`.

From the top layer down: `cli` has the commands, `operate` runs the server and serves its operator, `server` puts one
together, `requests` dispatches what clients ask, `history` shows games that are over, `lobby` has all tables, `tables`
single ones and what happens at them. Below are `worker_pool`, `net`, `journal`, `fair_queue`, `config` and `faults`,
which know nothing of tables.
"""
