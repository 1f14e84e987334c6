"""Braille: notations, the protocol of displays, and what stands on a display's line."""
