"""Test speech: whole games, ordinary talk and noise, spoken by espeak-ng and kept in a cache.

Voices are split: what `learn_confusions.py` and the thresholds were made with is never what
`hearing.py` evaluates. Noise is added at a ratio to the loudness of the speech itself.
"""

import hashlib
import re
import subprocess
import tempfile
import tomllib
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import chess
import numpy as np
import soxr

RATE = 16_000
Sound = np.ndarray[Any, np.dtype[np.float32]]

HERE = Path(__file__).parent
CACHE = Path(tempfile.gettempdir()) / "chess-assistant-speech"


@dataclass(frozen=True, slots=True)
class Voice:
    name: str
    speed: int = 160
    pitch: int = 50


LEARN = {
    "de": (
        Voice("de+f3", 150, 45), Voice("de+f5", 185, 60), Voice("de+m7", 165, 40),
        Voice("de+m2", 200, 35), Voice("de+f1", 135, 55),
    ),
    "en": (
        Voice("en-us+f3", 150, 45), Voice("en-us+f5", 180, 60), Voice("en-gb+m7", 165, 40),
        Voice("en-us+m2", 195, 35), Voice("en-gb-x-rp+f1", 140, 55),
    ),
}  # fmt: skip
EVALUATE = {
    "de": (
        Voice("de", 160, 50), Voice("de+f2", 130, 50), Voice("de+f4", 180, 65),
        Voice("de+m1", 220, 40), Voice("de+m3", 145, 30),
    ),
    "en": (
        Voice("en-us", 160, 50), Voice("en-us+f2", 130, 50), Voice("en-gb", 175, 55),
        Voice("en-us+m1", 220, 40), Voice("en-gb+f4", 150, 65), Voice("en-us+m3", 145, 30),
    ),
}  # fmt: skip

PHONEMES = {
    "de": {
        "cesar": "[[ts'e:zA:r]]",
        "david": "[[d'A:vIt]]",
        "rochade": "[[rOx'A:d@]]",
        "remis": "[[r@m'i:]]",
    },
    "en": {"cesar": "[[s'i:z3]]", "gustav": "[[g'UstA:v]]"},
}
"""Words that espeak-ng would mispronounce."""

GAMES = {
    "opera": """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5
        Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#""",
    "century": """Nf3 Nf6 c4 g6 Nc3 Bg7 d4 O-O Bf4 d5 Qb3 dxc4 Qxc4 c6 e4 Nbd7 Rd1 Nb6 Qc5 Bg4
        Bg5 Na4 Qa3 Nxc3 bxc3 Nxe4 Bxe7 Qb6 Bc4 Nxc3 Bc5 Rfe8+ Kf1 Be6 Bxb6 Bxc4+ Kg1 Ne2+ Kf1
        Nxd4+ Kg1 Ne2+ Kf1 Nc3+ Kg1 axb6 Qb4 Ra4 Qxb6 Nxd1 h3 Rxa2 Kh2 Nxf2 Re1 Rxe1 Qd8+ Bf8
        Nxe1 Bd5 Nf3 Ne4 Qb8 b5 h4 h5 Ne5 Kg7 Kg1 Bc5+ Kf1 Ng3+ Ke1 Bb4+ Kd1 Bb3+ Kc1 Ne2+ Kb1
        Nc3+ Kc1 Rc2#""",
    "evergreen": """e4 e5 Nf3 Nc6 Bc4 Bc5 b4 Bxb4 c3 Ba5 d4 exd4 O-O d3 Qb3 Qf6 e5 Qg6 Re1 Nge7
        Ba3 b5 Qxb5 Rb8 Qa4 Bb6 Nbd2 Bb7 Ne4 Qf5 Bxd3 Qh5 Nf6+ gxf6 exf6 Rg8 Rad1 Qxf3 Rxe7+ Nxe7
        Qxd7+ Kxd7 Bf5+ Ke8 Bd7+ Kf8 Bxe7#""",
    "promotions": """h4 g5 hxg5 h6 gxh6 Nf6 h7 Rg8 hxg8=Q Nxg8 a4 b5 axb5 a6 bxa6 Bb7 axb7 Nc6
        bxa8=R Nb8 Rxb8 Qxb8 Rh8 Bg7 Rxg8+ Bf8 Rxf8+ Kxf8""",
}

TALK = {
    "de": """Guten Morgen, wie geht es Ihnen heute? | Ich hätte gern noch einen Kaffee mit Milch. |
        Wo ist denn hier die Toilette? | Das Turnier beginnt um vierzehn Uhr im großen Saal. |
        Mein Zug fährt erst um halb acht. | Haben Sie die Ergebnisse der letzten Runde gesehen? |
        Der Schiedsrichter kommt gleich zurück. | Können Sie bitte etwas leiser sprechen? |
        Gestern habe ich gegen einen Jungen verloren. | Das Fenster steht offen, mir ist kalt. |
        Er denkt schon seit zwanzig Minuten nach. | Meine Tochter Anna spielt auch Schach. |
        Felix und Eva kommen morgen zu Besuch. | Zwei Brote und drei Brezeln bitte. |
        Ich glaube, die Stellung war ausgeglichen. | Auf Brett vier ist die Zeit bald um. |
        Wer hat meinen Stift gesehen? | Das Wetter soll am Wochenende besser werden. |
        Hast du den Schlüssel für das Zimmer? | Wir treffen uns nachher im Foyer. |
        Er hat eine schöne Kombination gespielt. | Nein danke, ich rauche nicht. |
        Die Uhr an Tisch sieben läuft nicht. | Vielleicht nehmen wir doch den Bus. |
        Bitte schalten Sie Ihre Telefone aus. | Das ist aber eine Überraschung. |
        Ich muss noch meine Frau anrufen. | David hat heute Geburtstag. |
        Die Pizza war gestern besser. | Der König von Spanien war auch einmal hier.""",
    "en": """Good morning, how are you today? | I would like another coffee with milk please. |
        Where can I find the toilets? | The tournament starts at two in the large hall. |
        My train leaves at half past eight. | Have you seen the results of the last round? |
        The arbiter will be back in a minute. | Could you please speak a little quieter? |
        Yesterday I lost against a very young boy. | The window is open and I am cold. |
        He has been thinking for twenty minutes. | My daughter Anna plays chess as well. |
        Felix and Eva will visit us tomorrow. | Two sandwiches and three bananas please. |
        I think the position was about equal. | On board four the time is nearly over. |
        Has anybody seen my pen? | The weather should be better at the weekend. |
        Do you have the key to the room? | We will meet in the lobby afterwards. |
        He played a beautiful combination. | No thank you, I do not smoke. |
        The clock on table seven is not running. | Perhaps we should take the bus after all. |
        Please switch off your telephones. | That is quite a surprise. |
        I still have to call my wife. | David has his birthday today. |
        The pizza was better last night. | The king of Spain was here once.""",
}
"""Ordinary sentences, as they are said in a playing hall; some with words of the game."""


def plies(game: str) -> Iterator[tuple[chess.Board, chess.Move]]:
    """Every position of a game with the move that was played in it."""
    board = chess.Board()
    for san in GAMES[game].split():
        move = board.parse_san(san)
        yield board.copy(stack=False), move
        board.push(move)


def talk(language: str) -> list[str]:
    return [" ".join(sentence.split()) for sentence in TALK[language].split("|")]


def further_talk(language: str) -> list[str]:
    """Sentences that nothing was learned from: neither figures nor babble."""
    if language == "de":
        evaluation = tomllib.loads((HERE.parent / "training/evaluation.toml").read_text("utf-8"))
        return [*evaluation["talk"]["sentences"]]
    return [*_talk_file()[language]]


def near_talk(language: str) -> list[str]:
    """A few words that sound like a move and are none."""
    return [*_talk_file()["near"][language]]


def _talk_file() -> dict[str, Any]:
    return tomllib.loads((HERE / "talk.toml").read_text("utf-8"))


def speak(text: str, voice: Voice, language: str) -> Sound:
    """The text as this voice says it, at 16 kHz, between -1 and 1, as loud as any other."""
    phonemes = PHONEMES[language]
    said = re.sub(r"\w+", lambda word: phonemes.get(word[0].casefold(), word[0]), text)
    key = hashlib.sha256(f"{said}|{voice}".encode()).hexdigest()[:24]
    path = CACHE / key[:2] / f"{key}.npy"
    if path.exists():
        kept: Sound = np.load(path)
        return kept
    command = ["espeak-ng", "-v", voice.name, "-s", str(voice.speed), "-p", str(voice.pitch)]
    path.parent.mkdir(parents=True, exist_ok=True)
    raw = path.with_suffix(f".{voice.speed}.wav")
    subprocess.run([*command, "-w", str(raw), said], check=True)  # noqa: S603 - our own words
    with wave.open(str(raw)) as file:
        rate = file.getframerate()
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32)
    raw.unlink()
    sound: Sound = soxr.resample(samples / 32768, rate, RATE).astype(np.float32)
    sound *= 0.08 / loudness(sound)
    sound = np.clip(sound, -0.99, 0.99)
    np.save(path, sound)
    return sound


def loudness(sound: Sound) -> float:
    """Root mean square of the parts in which somebody speaks."""
    frames = sound[: len(sound) // 320 * 320].reshape(-1, 320)
    power = (frames**2).mean(axis=1)
    active = power[power > power.max() * 0.01]
    return float(np.sqrt(active.mean()))


def padded(sound: Sound, before: float = 0.25, after: float = 0.35) -> Sound:
    return np.concatenate(
        (np.zeros(int(before * RATE)), sound, np.zeros(int(after * RATE)))
    ).astype(np.float32)


@lru_cache(maxsize=2)
def _babble(language: str) -> Sound:
    """Half a minute of six people who talk at once."""
    made = np.zeros(30 * RATE, np.float32)
    sentences = talk(language)
    for speaker in range(6):
        voice = LEARN[language][speaker % len(LEARN[language])]
        order = np.random.default_rng(speaker).permutation(len(sentences))[:10]
        made += np.resize(
            np.concatenate([speak(sentences[i], voice, language) for i in order]), len(made)
        )
    return made


def noise(kind: str, length: int, seed: int, language: str) -> Sound:
    """White or pink noise, or a babble of six people, of loudness 1."""
    chance = np.random.default_rng(seed)
    if kind == "white":
        made = chance.standard_normal(length)
    elif kind == "pink":
        spectrum = np.fft.rfft(chance.standard_normal(length))
        spectrum /= np.sqrt(np.maximum(1, np.arange(len(spectrum))))
        made = np.fft.irfft(spectrum, length)
    else:
        made = np.resize(np.roll(_babble(language), -int(chance.integers(20 * RATE))), length)
    evened: Sound = (made / np.sqrt((made**2).mean())).astype(np.float32)
    return evened


def noisy(sound: Sound, kind: str, decibels: float, seed: int, language: str) -> Sound:
    """The sound with that noise, so many decibels below its speech."""
    level = loudness(sound) / 10 ** (decibels / 20)
    mixed: Sound = np.clip(sound + level * noise(kind, len(sound), seed, language), -1, 1)
    return mixed


def pcm(sound: Sound) -> bytes:
    return (sound * 32767).astype("<i2").tobytes()
