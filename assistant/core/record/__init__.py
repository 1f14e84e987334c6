"""What is kept of a game: journal and notation."""
