"""The lobby of a server: its tables, the seats of one of them, and opening a new one."""
