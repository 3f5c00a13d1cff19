"""Run the server, as a service or a child process, with metrics, the operator's socket and the doors for visitors."""
