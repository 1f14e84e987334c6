"""Those who listen in the evaluation: Vosk with a model folder, and pocketsphinx."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from training import graph
from training.fst import Automaton
from training.lexicon import JOINT, grammar, lexicon, toml
from training.unseen import RATE

CHUNK = 3200

Hear = Callable[[bytes], str]


class Vosk:
    """A model folder, once with the strict grammar of announcements inside."""

    def __init__(self, folder: Path, *, garbage: float = 0.0) -> None:
        import vosk

        vosk.SetLogLevel(-1)
        self.vosk = vosk
        self.folder, self.name = folder, folder.name
        begin = time.perf_counter()
        self.model = vosk.Model(str(folder))
        self.load = time.perf_counter() - begin
        self.last: list[float] = []
        numbers = {}
        for line in (folder / "graph/words.txt").read_text("utf-8").splitlines():
            word, at = line.rsplit(" ", 1)
            numbers[word] = int(at)
        self.numbers = numbers
        self.strict_model = self._holding(graph.announcements(numbers, garbage=garbage))

    def _holding(self, grammar: Automaton) -> Any:
        """The model with another grammar inside: nothing but its paths is ever heard."""
        with tempfile.TemporaryDirectory() as copy:
            folder = Path(copy, "model")
            shutil.copytree(self.folder, folder)
            (folder / "graph/Gr.fst").write_bytes(grammar.const(by_output=False))
            return self.vosk.Model(str(folder))

    def _hear(self, recognizer: Any, sound: bytes) -> str:
        texts = [
            json.loads(recognizer.Result())["text"]
            for at in range(0, len(sound), CHUNK)
            if recognizer.AcceptWaveform(sound[at : at + CHUNK])
        ]
        begin = time.perf_counter()
        texts.append(json.loads(recognizer.FinalResult())["text"])
        self.last.append(time.perf_counter() - begin)
        return " ".join(" ".join(texts).replace(JOINT, " ").split())

    def strict(self) -> Hear:
        return lambda sound: self._hear(self.vosk.KaldiRecognizer(self.strict_model, RATE), sound)

    def phrases(self, phrases: Sequence[str]) -> Hear:
        """A list given at run time: Vosk hears the words of the phrases in other orders, too.

        As the program does, what a model knows as one word (`kurze_rochade`) is listed as one.
        """
        joints = {phrase: phrase.replace(" ", JOINT) for phrase in phrases}
        ours = [joint if joint in self.numbers else said for said, joint in joints.items()]
        listed = json.dumps(self._known(ours), ensure_ascii=False)
        return lambda sound: self._hear(self.vosk.KaldiRecognizer(self.model, RATE, listed), sound)

    def one_of(self, phrases: Sequence[str]) -> Hear:
        model = self._holding(graph.one_of(self._known(phrases), self.numbers))
        return lambda sound: self._hear(self.vosk.KaldiRecognizer(model, RATE), sound)

    def _known(self, phrases: Sequence[str]) -> list[str]:
        return [one for one in phrases if all(word in self.numbers for word in one.split())]


class Sphinx:
    """pocketsphinx with its English model; our words in its phones."""

    name = "pocketsphinx"

    def __init__(self) -> None:
        import pocketsphinx

        self.sphinx = pocketsphinx
        self.folder = tempfile.TemporaryDirectory()
        ways: dict[str, list[str]] = toml("phones.toml")["radio"]
        lines = []
        for word, pronunciations in lexicon().items():
            for at, way in enumerate(pronunciations):
                names = " ".join(ways.get(phone, [phone])[0] for phone in way).upper()
                mark = f"({at + 1})" if at else ""
                lines.append(f"{word}{mark} {names.replace('AX', 'AH')}")
        self.dictionary = Path(self.folder.name, "words.dict")
        self.dictionary.write_text("\n".join(lines) + "\n", "utf-8")

    def grammar(self, rule: str) -> Hear:
        path = Path(self.folder.name, f"{abs(hash(rule))}.gram")
        path.write_text(f"#JSGF V1.0;\ngrammar g;\npublic <all> = {rule};\n", "utf-8")
        decoder = self.sphinx.Decoder(
            jsgf=str(path), dict=str(self.dictionary), loglevel="FATAL", samprate=float(RATE)
        )

        def hear(sound: bytes) -> str:
            decoder.start_utt()
            decoder.process_raw(sound, full_utt=True)
            decoder.end_utt()
            found = decoder.hyp()
            return found.hypstr if found else ""

        return hear

    def strict(self) -> Hear:
        table = grammar()

        def either(name: str) -> str:
            return "(" + " | ".join(one[0].lower() for one in table[name].values()) + ")"

        files, ranks, pieces = either("files"), either("ranks"), either("pieces")
        square = f"{files} {ranks}"
        end = "[dame | turm | läufer | springer] [schach | schachmatt | matt]"
        return self.grammar(
            "(kurze rochade | lange rochade |"
            f" [{pieces}] [{square} | {files}] [schlägt] {square} {end})"
        )

    def one_of(self, phrases: Sequence[str]) -> Hear:
        known = lexicon()
        usable = [one for one in phrases if all(word in known for word in one.split())]
        return self.grammar(" | ".join(usable))

    phrases = one_of
