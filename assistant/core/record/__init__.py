"""What is kept of a game and an event: journal, scoresheet, event file, declaration."""
