"""What differs between the games on the table screen; the frame around it is one for both."""
