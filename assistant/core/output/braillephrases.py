"""What is told at a braille display only; merged into `phrases.PHRASES`."""

BRAILLE = {
    "braille_unreadable": "",
    "braille_no_position": "",
}
