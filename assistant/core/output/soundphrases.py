"""The keys of what is said about sound itself, each with its placeholders."""

SOUNDS: dict[str, str] = {
    "sound_move": "",
    "sound_question": "",
    "sound_refusal": "",
    "sound_alarm": "",
    "sound_flag": "",
    "sound_connection_lost": "",
    "sound_sample": "move",
    "move_alone": "move",
    "clock_help_quiet": "",
}
