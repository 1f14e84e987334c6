"""Makes the speech model: python -m training [STAGE …] [options].

Without a stage all of them in order. What is there already is not made again; a stage that was
interrupted goes on where it stopped.
"""

import argparse
import signal
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import NoReturn
from zipfile import BadZipFile

import numpy as np

from training import export, natural, pool, stages
from training.lexicon import lexicon, toml
from training.plan import Plan

STAGES = ("voices", "speech", "features", "aligned", "mmi", "export", "evaluate")

STOPPED = "Stopped. The same command goes on from here."


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m training",
        description="Makes the German speech model, stage by stage. "
        f"Stages: {', '.join(STAGES)}; without one, all in this order.",
    )
    parser.add_argument("stages", nargs="*", metavar="STAGE", help="only these stages")
    parser.add_argument("--folder", type=Path, default=Path("build/model"), help="for the work")
    parser.add_argument("--shards", type=int, default=30, help="of 1200 synthetic utterances each")
    parser.add_argument("--copies", type=int, default=2, help="spoiled copies of what humans say")
    parser.add_argument(
        "--workers", type=int, default=2, help="processes, at most as many as cores"
    )
    parser.add_argument(
        "--from", type=Path, dest="begin", metavar="WEIGHTS",
        help="mmi goes on from these weights (training/weights/de.npz), without the stage aligned",
    )  # fmt: skip
    parser.add_argument("--humans", type=Path, help="folder of recordings to evaluate with")
    parser.add_argument("--other", type=Path, action="append", default=[], help="model to compare")
    options = parser.parse_args()
    if wrong := set(options.stages) - set(STAGES):
        parser.error(f"no such stage: {', '.join(sorted(wrong))}. Stages: {', '.join(STAGES)}")
    chosen = options.stages or STAGES
    signal.signal(signal.SIGTERM, _stop)
    if options.begin and not options.begin.is_file():
        parser.error(
            f"--from: there is no file {options.begin}. The last weights: training/weights/de.npz"
        )
    if options.begin and not _fits(options.begin):
        parser.error(
            f"--from: {options.begin} holds no weights of a network as topology.toml has it, or of"
            " a smaller one. The last weights: training/weights/de.npz"
        )
    try:
        _all(chosen, options)
    except (FileNotFoundError, ChildProcessError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print(STOPPED, file=sys.stderr)
        sys.exit(130)


def _stop(*_: object) -> NoReturn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it comes twice if a whole group is told
    sys.exit(STOPPED)


def _fits(path: Path) -> bool:
    """Whether the network of `topology.toml` can go on from the weights in a file."""
    shape = toml("topology.toml")["network"]
    try:
        with np.load(path) as weights:
            had = len(weights.files) // 2 - 1
            return len(weights["bias0"]) <= shape["width"] and had <= len(shape["dilations"]) + 1
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return False


def _all(chosen: Sequence[str], options: argparse.Namespace) -> None:
    plan = Plan(options.folder, options.shards, 1200, options.copies, options.workers)
    plan.folder.mkdir(parents=True, exist_ok=True)
    for stage in STAGES:
        if stage in chosen:
            print(f"Stage {stage}", flush=True)
            _run(stage, plan, options)


def _run(stage: str, plan: Plan, options: argparse.Namespace) -> None:
    schedule = toml("topology.toml")["training"]
    match stage:
        case "voices":
            stages.check_voices()
            print(f"{len(lexicon())} words", flush=True)
        case "speech":
            natural.fetch()
            ends = (0, plan.recorded, plan.patched, plan.shards)
            for places in (range(*both) for both in pairwise(ends)):
                pool.run("speech", plan, places, stages.say, plan.speech)
        case "features":
            pool.run("features", plan, plan.places, stages.extract, plan.features)
        case "aligned" | "mmi":
            from training import train  # torch takes seconds to import

            paths = [plan.features(place) for place in plan.places]
            if lacking := [path for path in paths if not path.exists()]:
                raise FileNotFoundError(
                    f"{len(lacking)} shards of features are missing, {lacking[0]} among them."
                    " Make them first: python -m training speech features"
                )
            if (plan.folder / f"{stage}.pt").exists():
                path = plan.folder / f"{stage}.pt"
                print(f"{stage}: is there. To train it again, remove {path}.", flush=True)
            elif stage == "aligned":
                train.align(plan.folder, paths[: schedule["aligned_shards"]])
            elif not options.begin and not (plan.folder / "aligned.pt").exists():
                raise FileNotFoundError(
                    "mmi goes on from the stage aligned, which is not there yet. Train it first:"
                    " python -m training aligned; or go on from weights: --from"
                    " training/weights/de.npz"
                )
            else:
                train.discriminate(plan.folder, paths, workers=plan.workers, begin=options.begin)
        case "export":
            from training import train

            train.weigh(train.trained(plan.folder), export.WEIGHTS)
            export.write(export.SHIPPED)
            print(f"export: {export.SHIPPED}")
        case _:
            from training import evaluate

            arguments = [str(export.SHIPPED), "--details", "--sphinx"]
            arguments += ["--humans", str(options.humans)] if options.humans else []
            arguments += [part for other in options.other for part in ("--other", str(other))]
            evaluate.main(arguments)


if __name__ == "__main__":
    main()
