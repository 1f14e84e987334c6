"""What is told to the player, first without and then with words of a language."""
