"""Words of Turandot on the screen: labels, single lines, actions and refusals in few words."""
