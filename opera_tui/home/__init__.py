"""The home screen and the screens that it leads to without a server: open games, replays, finding servers, settings."""
