"""The six roles, one module each, with the same functions:

`check_hire` refuses a role that cannot be carried out at all, `check` a play that is not allowed, `plays` yields the
plays that are, `carry_out` does it. Employees also have `things` (what joining in is paid by) and `may_be_asked`.
"""
