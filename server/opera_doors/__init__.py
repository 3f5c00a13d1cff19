"""Doors: programs that let people play at a server who have nothing but a terminal program or a browser of their own.

Design. Four kinds of processes, and what each of them holds:

    opera-server      starts the doors as one program and restarts it; hears from it, over a socket pair that nobody
                      else has, which key comes from which address (`channel`), so that nobody is exempt from limits
      └ doors         speaks ssh and HTTP (`program` opens what is asked for); holds the host key and the door secret;
                      makes a terminal (pty) for each visitor, passes bytes on, keeps visitors' settings, watches how
                      much memory they take. `door` and `visits` are what both have in common, `wishes` what visitors
                      may ask for; `ssh` and `ssh_session` are for those with ssh, `web` for those with a browser
          └ preloader has imported the client and forks; no ZeroMQ context, thread, loop, key or secret, because it is
                      started as a program of its own and hears nothing but descriptors (`preloader`)
              └ visit one for each visitor: the client in its visitor's mode, with the terminal as its only file and
                      one socket to the door, over which its own key comes (`visit`)

- **Who somebody is** (`identity`): HKDF-SHA256 of the door secret and the hash of the public ssh key, or of a cookie,
  each kind with a name of its own before it. Nothing is stored to recognise somebody; with the secret, all visitors
  are lost. The key is taken from the check of the signature itself, never from an offer: offers prove nothing. A
  cookie bears a check by the door: only those that the door has made are somebody.
- **Limits**: the door waits until the server has noted a visitor's address before the visit begins. It counts sessions
  for each identity, address and in all, connections that have not logged in, and how fast new ones come; both doors
  together, which is why they are one process.
- **What a visit cannot do**: its process has no descriptors but those named above, may write no files (RLIMIT_FSIZE 0),
  and is of another user where the server runs as root (`door_user`; without it a door refuses to open). What the
  client may do with the machine is one object, `opera_tui.config.machine.Machine`; `visit.Visit` is the one without
  files. Settings go over the socket to the door, which keeps at most 64 kB for each visitor without reading them, and
  says them again before each change, since the visitor may have another session;
  what the visitor is to keep goes the same way to the browser, part by part.
- **Ends**: whoever holds the other end of a terminal, socket pair or pipe ends with it: kill -9 of the door ends the
  preloader and all visits. Seats are the server's business and stay; the next login with the same key or cookie leads
  back.

A door imports the client and the protocol, never the server.
"""
