"""Files and addresses that programs of one user share: keys, known servers, the server's lock and ready line."""
