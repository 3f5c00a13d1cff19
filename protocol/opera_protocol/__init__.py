"""Words both sides of the wire share."""
