"""What a seat sees, chooses from and can preview, and what it can conclude from that."""
