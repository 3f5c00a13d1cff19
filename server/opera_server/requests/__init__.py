"""Answer what clients ask: `dispatcher` reads each request, hands it on and remembers the answer; `handlers` has one
record for each kind of request. What a request does to a table is decided in `tables`, not here.
"""
