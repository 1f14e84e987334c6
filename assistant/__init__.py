"""An accessible voice-and-braille play assistant for chess."""

__version__ = "0.1.0"
