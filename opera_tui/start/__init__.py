"""The command `opera`: its options, and the way from a command line to a running application."""
