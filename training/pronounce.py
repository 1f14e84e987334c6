"""Adds the words of the grammar that have no pronunciation yet to `lexicon.toml`.

espeak-ng gives the phonemes; German endings get the variants that people say. Read what was
added, and correct it by hand where espeak-ng is wrong (foreign words, compound words).
"""

import subprocess
import sys

from training.lexicon import HERE, VOWELS, missing, toml


def phonemes(words: list[str]) -> list[list[str]]:
    """What espeak-ng's German voice says, in its own names of phonemes with stress marks."""
    said = subprocess.run(
        ["espeak-ng", "-v", "de", "-x", "-q", "--sep=_"],  # noqa: S607
        input="\n".join(words),
        text=True,
        capture_output=True,
        check=True,
    ).stdout.splitlines()
    return [
        line.strip().replace("_!_", "").replace("_|_", "").replace("__", "_").split("_")
        for line in said
    ]


def translate(names: list[str]) -> list[str]:
    """espeak-ng's phonemes as ours; r that no vowel follows becomes the vowel it is in German."""
    table = toml("phones.toml")
    ours = set(table["length"])
    back: dict[str, str] = table["from_espeak"]
    found: list[str] = []
    for raw in names:
        name = raw.lstrip("',")
        stress = "'" if raw.startswith("'") else ""
        if name in back:
            way = back[name].split()
        elif name in ours:
            way = [name]
        else:
            raise ValueError(f"espeak-ng's phoneme {name} is not in phones.toml")
        found += [stress + way[0], *way[1:]] if way else []
    return [_coda(found, at) for at in range(len(found))]


def _coda(found: list[str], at: int) -> str:
    if found[at] != "R" or at == 0 or found[at - 1].lstrip("'") not in VOWELS:
        return found[at]
    after = found[at + 1].lstrip("'") if at + 1 < len(found) else ""
    return "R" if after in VOWELS else "6"


def variants(word: str, way: list[str]) -> list[str]:
    """The way itself, and what becomes of its ending in quick speech."""
    ways = [way]
    if way[-2:] == ["@", "n"]:
        nasal = {"b": "m", "p": "m", "g": "N", "k": "N"}.get(way[-3], "n")
        ways.append([*way[:-2], nasal])
    if way[-2:] == ["@", "l"]:
        ways.append([*way[:-2], "l"])
    if word.endswith("ig") and way[-2:] == ["I", "C"]:
        ways.append([*way[:-1], "k"])
    return [" ".join(one) for one in ways]


def main() -> None:
    words = missing()
    if not words:
        print("Every word of the grammar has a pronunciation.")
        return
    lines = []
    for word, names in zip(words, phonemes(words), strict=True):
        ways = ", ".join(f'"{way}"' for way in variants(word, translate(names)))
        lines.append(f'"{word}" = [{ways}]')
    path = HERE / "lexicon.toml"
    path.write_text(path.read_text("utf-8") + "\n".join(lines) + "\n", "utf-8")
    print(f"Added, please check: {', '.join(words)}", file=sys.stderr)


if __name__ == "__main__":
    main()
