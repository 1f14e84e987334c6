"""The stages before the network: speech, then features. Each shard is made once and kept."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from training import natural, sound, store
from training.alone import alone
from training.export import WEIGHTS
from training.features import mfcc
from training.high import said_higher
from training.lexicon import SILENCE
from training.patchwork import patched
from training.people import STAMPS, people, speakers, table
from training.plan import Plan
from training.speech import speak, variants
from training.utterance import Utterance, voices


def check_voices() -> None:
    """Says which voices are there; gets the one that no package of Debian has.

    :raises FileNotFoundError: an engine or a voice is missing, with the packages to install
    """
    for engine in ("espeak-ng", "festival", "flite"):
        if shutil.which(engine) is None:
            raise FileNotFoundError(f"{engine} is not installed. {PACKAGES}")
    there = {path.name for path in Path("/usr/share/festival/voices").glob("*/*")}
    if lacking := set(voices()["festival"]) - there:
        raise FileNotFoundError(f"Festival lacks {', '.join(sorted(lacking))}. {PACKAGES}")
    known = table()
    wanted = [rules["texts"] for rules in known["asterisk"].values()] + list(known["german"])
    folders = {**known["labelled"], **known["named"], **known["spelled"]}
    wanted += [rules["folder"] for rules in folders.values()] + [str(STAMPS)]
    if gone := [path for path in wanted if not Path(path).exists()]:
        raise FileNotFoundError(f"Recordings are missing: {', '.join(gone)}. {PACKAGES}")
    natural.fetch()
    print(
        f"espeak-ng: {len(variants())} variants, {len(voices()['espeak']['languages'])} other"
        f" languages; Festival: {len(voices()['festival'])} voices;"
        f" flite: {len(voices()['flite'])} voices; one natural voice",
        flush=True,
    )


PACKAGES = (
    "Install: apt-get install espeak-ng flite festival festvox-kallpc16k festvox-kdlpc16k"
    " festvox-czech-dita festvox-czech-krb festvox-czech-ph festvox-czech-machac"
    " festvox-suopuhe-mv festvox-suopuhe-lj festvox-italp16k festvox-itapc16k festvox-hi-nsk"
    " asterisk-core-sounds-en-g722 asterisk-core-sounds-es-g722 asterisk-core-sounds-fr-g722"
    " asterisk-core-sounds-it-g722 asterisk-core-sounds-ru-g722 asterisk-core-sounds-en"
    " asterisk-core-sounds-es asterisk-core-sounds-fr asterisk-core-sounds-it"
    " asterisk-core-sounds-ru klettres-data ktuberling-data tuxpaint-stamps-default festvox-ru"
    " kajongg npm"
)


def spoken(plan: Plan, shard: int) -> Iterator[Utterance]:
    """Synthetic; a shard for every human, one of patchwork for each; high, natural, alone."""
    names = speakers()
    if shard == plan.alone:
        germans = [plan.speech(plan.synthetic + names.index(name)) for name in table()["named"]]
        return alone(germans, WEIGHTS, shard)
    if shard >= plan.raised:
        return natural.naturally(shard, plan.size)
    if shard >= plan.patched:
        return said_higher([plan.speech(source) for source in plan.sources(shard)], shard)
    if shard < plan.synthetic:
        return speak(7_000 + shard, plan.size)
    if shard < plan.recorded:
        return people(names[shard - plan.synthetic])
    name = names[shard - plan.recorded]
    count = plan.size * (2 if name == "german" else 1)
    return patched(name, plan.speech(plan.synthetic + names.index(name)), WEIGHTS, count)


def say(plan: Plan, shard: int) -> int:
    return store.write(
        plan.speech(shard),
        (
            (
                {
                    "voice": made.voice,
                    "pieces": [[piece.word, list(piece.phones)] for piece in made.pieces],
                    "alignment": made.alignment,
                },
                np.round(made.sound / np.abs(made.sound).max() * 30_000).astype(np.int16),
            )
            for made in spoken(plan, shard)
        ),
    )


def extract(plan: Plan, place: int) -> int:
    copy, shard = divmod(place, plan.shards)
    rows = list(store.read(plan.speech(shard)))
    pool = [values.astype(np.float32) / 32_768 for _, values in rows]
    rng = np.random.default_rng([shard, copy])

    def made() -> Iterator[store.Row]:
        for (fact, _), clean in zip(rows, pool, strict=True):
            before, after = rng.uniform(0, 0.5), rng.uniform(0.05, 0.6)
            table = mfcc(sound.spoil(clean, rng, pool, before, after))
            known = fact["alignment"]
            if known is not None:
                known = [(SILENCE, before * 1000), *known, (SILENCE, after * 1000)]
            yield {**fact, "alignment": known}, table.astype(np.float16)
        for _ in range(len(rows) // 25):
            table = mfcc(sound.quiet(rng))
            known = [(SILENCE, len(table) * 10.0)]
            yield {"voice": "", "pieces": [], "alignment": known}, table.astype(np.float16)

    return store.write(plan.features(place), made())
