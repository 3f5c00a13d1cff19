"""The browser door: a page with a terminal in it, and one WebSocket for each visitor.

- `server`: what is served, to whom and how fast; `pages` and the folder `page`: what a browser gets, in its language.
  The folder `page/xterm` holds xterm.js, its addons and their licences as their authors published them.
- `cookies`: who somebody is; `proxies`: where somebody comes from, where a reverse proxy stands in front; `names`: what
  browsers may call the door.
- `session`: a visit at one end, a browser at the other. Messages of bytes are what is shown and what is typed;
  messages of text are JSON (`messages`): the size, a file to keep, and why it is over.

Nothing comes from other hosts, and the pages' policy (Content-Security-Policy) lets a browser ask nobody else. The door
speaks plain HTTP: for strangers, a reverse proxy with TLS belongs in front of it.
"""
