"""From words to a spoken move, and from there to a legal one."""
