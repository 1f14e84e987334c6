"""Two scoresheets of one game: what each can mean, where they part, and what the Laws then ask."""
