"""What happens in a game, as events, and the state that follows from them."""
