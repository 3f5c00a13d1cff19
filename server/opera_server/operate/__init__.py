"""Run the server, as a service or as a child process, with metrics and the operator's socket."""
