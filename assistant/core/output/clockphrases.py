"""The keys of what an audible clock says on request, each with its placeholders."""

ON_REQUEST: dict[str, str] = {
    "untimed": "",
    "used_told": "side time",
    "hands_told": "side hands",
    "hands_row": "row",
    "hands": "number place",
    "hands_rises": "number place",
    "hands_last": "number place",
    "hands_fallen": "number place",
    "hands_on_dot": "number",
    "hands_on_two_dots": "number",
    "hands_beyond_dot": "count number",
    "hands_beyond_two_dots": "count number",
    "alarm_left": "side time",
    "help_clock": "",
    "event_alarms": "",
}
