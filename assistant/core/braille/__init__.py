"""Braille notations: how a move is written in cells, and read from them again."""
