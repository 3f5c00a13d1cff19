"""The application and the shell around the screens: the stack of screens, connecting to servers, and leaving."""
