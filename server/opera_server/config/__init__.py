"""What the operator sets and where things are kept: settings, the data folder, the log."""
