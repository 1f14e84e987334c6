"""Every error that a user can be shown; each message is one sentence that says what to do.

AssistantError
├── UsageError            the command was typed wrongly
│   ├── FenError          a position that cannot be read or cannot be
│   ├── MoveError         a written move that does not fit the position
│   ├── NoMicrophoneError a microphone of that name is not there
│   └── TimeControlError  a time control that cannot be read (in `timecontrol`)
├── DataError             a data file of the program is broken: file, key, fix
├── FileError             a file that the user named cannot be read or written
│   └── NoModelError      there is no speech model for a language
├── JournalError          a game's journal cannot be read or written
└── DeviceError           an engine or a device does not answer
    └── BrailleError      braille cannot be made
        ├── LibraryError      liblouis is not here
        ├── TableError        one of its tables is not here or is broken
        └── TranslationError  a text has no braille in that table

Ambiguous, illegal or unintelligible announcements are no errors: they are values.
"""


class AssistantError(Exception):
    status = 1
    """The exit status of a command that ends with this error."""


class UsageError(AssistantError):
    status = 2


class FenError(UsageError):
    pass


class MoveError(UsageError):
    pass


class NoMicrophoneError(UsageError):
    pass


class DataError(AssistantError):
    def __init__(self, file: str, key: str, problem: str, fix: str) -> None:
        place = f"{file}, key {key}" if key else file
        super().__init__(f"{place}: {problem}. {fix}.")
        self.file = file
        self.key = key
        self.problem = problem
        self.fix = fix


class FileError(AssistantError):
    pass


class NoModelError(FileError):
    pass


class JournalError(AssistantError):
    pass


class DeviceError(AssistantError):
    pass


class BrailleError(DeviceError):
    pass


class LibraryError(BrailleError):
    pass


class TableError(BrailleError):
    pass


class TranslationError(BrailleError):
    pass
