"""The keys of what is said about sound that was heard, each with its placeholders."""

HEARD: dict[str, str] = {
    "ask_hearing": "choices",
    "heard_badly": "",
    "heard_nothing": "",
}
