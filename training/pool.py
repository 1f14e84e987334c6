"""Makes shards in several processes, each shard once."""

import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

from training.plan import Plan
from training.progress import Progress


def run(
    name: str,
    plan: Plan,
    places: Sequence[int],
    work: Callable[[Plan, int], int],
    path: Callable[[int], Path],
) -> None:
    """Makes the shards that are not there yet.

    :raises ChildProcessError: a process died: an engine in it may have a fault of its own
    """
    todo = [shard for shard in places if not path(shard).exists()]
    print(f"{name}: {len(places) - len(todo)} of {len(places)} shards are there", flush=True)
    progress = Progress(name, len(todo))
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or each worker takes all cores, and waits
    with ProcessPoolExecutor(plan.workers, multiprocessing.get_context("spawn")) as pool:
        jobs = {pool.submit(work, plan, shard): shard for shard in todo}
        try:
            for done, job in enumerate(as_completed(jobs), 1):
                progress.tell(done, f"shard {jobs[job]} has {job.result()} utterances")
        except BrokenProcessPool:
            lacking = [shard for shard in todo if not path(shard).exists()]
            raise ChildProcessError(
                f"{name}: a process ended by itself while it made one of the shards"
                f" {lacking[: plan.workers]}. Begin again: what is there is kept. If it happens"
                " again, a voice of voices.toml has a fault: leave it out (left_out)."
            ) from None
        finally:
            pool.shutdown(cancel_futures=True)
