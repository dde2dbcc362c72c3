"""Shows on a machine with GPUs whether what rules say of logical GPUs holds, in five minutes.

Each shape is a small pipeline whose UDF notes its process, the GPUs it sees and the one it uses.
With torch it also loads a small model on it, and holds batches. Ray is started here, with as many
GPUs as `nvidia-smi` lists; `--gpus` starts it with logical ones, which show all but what needs
torch.

    python benchmarks/real_gpus.py
    python benchmarks/real_gpus.py --gpus 2

Each line says what was expected, and what was seen. The exit code is 1 where they differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

_ROWS, _PARTITIONS = 160, 8
_BATCHES = (16, 256)
_WIDTH = 2_048
"""Of a layer of the model, four of which take 64 MiB; of a row it is 8 KiB."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a UDF.

    `visible` is CUDA_VISIBLE_DEVICES, None where it isn't set. `used` is the GPU that `cuda` is and
    `seen` how many there are, None without torch. `load` are the seconds that the constructor took,
    `held` the most bytes on the GPU in the call.
    """

    process: int
    visible: str | None
    rows: int
    load: float
    used: str | None = None
    seen: int | None = None
    held: int | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a rule or a page says, and whether it was seen; None where nothing could be seen."""

    about: str
    expected: str
    seen: str
    holds: bool | None


def main() -> int:
    """Run all shapes and print what holds; 1 where something doesn't."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gpus", type=int, help="start Ray with so many logical GPUs")
    given = parser.parse_args().gpus
    gpus = _real_gpus() if given is None else given
    if not gpus:
        print("nvidia-smi lists no GPU: --gpus 2 takes logical ones", file=sys.stderr)
        return 2
    os.environ |= {"RAY_USAGE_STATS_ENABLED": "0", "DAFT_PROGRESS_BAR": "0"}
    import daft
    import ray

    ray.init(
        address="local",
        num_cpus=4 * gpus,
        num_gpus=gpus,
        include_dashboard=False,
        _node_ip_address="127.0.0.1",
    )
    try:
        daft.set_runner_ray()
        found = list(claims(gpus))
    finally:
        ray.shutdown()
    for claim in found:
        verdict = {True: "holds", False: "DIFFERS", None: "not seen"}[claim.holds]
        print(f"{verdict:9}{claim.about}: expected {claim.expected}; seen {claim.seen}")
    return int(any(claim.holds is False for claim in found))


def claims(gpus: int) -> Iterator[Claim]:
    """What holds on so many GPUs, each shape after the other."""
    pool, seconds = _run(gpus, gpus=1, max_concurrency=gpus)
    yield own_gpus("DFT111, an actor for each GPU", pool, gpus, each=1)
    yield loading(pool, seconds)
    quarters, _ = _run(gpus, gpus=0.25, max_concurrency=4 * gpus)
    yield own_gpus("DFT111, four actors for each GPU", quarters, gpus, each=4)
    alone, _ = _run(gpus, gpus=1)
    yield all_gpus("DFT114, gpus=1 without a pool", alone, gpus)
    unasked, _ = _run(gpus, max_concurrency=gpus)
    yield no_gpu("a pool without gpus=", unasked)
    yield bytes_of_calls(
        {size: _run(gpus, gpus=1, max_concurrency=1, batch_size=size)[0] for size in _BATCHES}
    )


def own_gpus(about: str, calls: Sequence[Call], gpus: int, each: int) -> Claim:
    """Whether each actor sees one GPU, and so many actors share each of those that are used."""
    actors = {call.process: call.visible for call in calls}
    shared = [list(actors.values()).count(visible) for visible in set(actors.values())]
    one = all(visible is not None and "," not in visible for visible in actors.values())
    seen = f"{len(actors)} actors on GPUs {_listed(actors.values())}"
    holds = one and len(actors) == gpus * each and shared == [each] * gpus
    used = {call.used for call in calls} - {None}
    if used:
        seen += f", cuda is {len(used)} of them"
        holds = holds and len(used) == gpus
    return Claim(about, f"each of {gpus * each} actors sees one GPU, {each} share it", seen, holds)


def all_gpus(about: str, calls: Sequence[Call], gpus: int) -> Claim:
    """Whether each call sees all GPUs, and uses the first."""
    visible = {call.visible for call in calls}
    everything = {None, ",".join(map(str, range(gpus)))}
    used = {call.used for call in calls} - {None}
    seen = f"GPUs {_listed(visible)}" + (f", cuda is {len(used)} of them" if used else "")
    holds = visible <= everything and len(used) <= 1
    return Claim(about, f"each call sees all {gpus} GPUs and uses the first", seen, holds)


def no_gpu(about: str, calls: Sequence[Call]) -> Claim:
    """Which GPUs an actor sees that asks for none: by Ray's own setting either none or all."""
    visible = _listed({call.visible for call in calls})
    return Claim(about, "no GPU, or all where Ray leaves the variable alone", visible, None)


def loading(calls: Sequence[Call], seconds: float) -> Claim:
    """How long an actor takes to start, which no prediction knows."""
    load = max(call.load for call in calls)
    seen = f"{load:.1f} s to construct the class, {seconds:.1f} s for all rows"
    return Claim("DFT111, what an actor costs", "a number of seconds", seen, None)


def bytes_of_calls(calls: dict[int, Sequence[Call]]) -> Claim:
    """Whether what a call holds on the GPU grows with its rows."""
    held = {size: max((call.held or 0) for call in found) for size, found in calls.items()}
    seen = ", ".join(f"{most / 2**20:.1f} MiB with {size} rows" for size, most in held.items())
    small, large = (held[size] for size in (min(held), max(held)))
    holds = None if not large else large > small
    return Claim("DFT112, bytes of a call", "more rows hold more of the GPU", seen, holds)


def _listed(visible: Iterable[str | None]) -> str:
    return ", ".join(sorted({"unset" if each is None else each or "none" for each in visible}))


def _run(there: int, batch_size: int = 10, **options: Any) -> tuple[list[Call], float]:
    """The calls of a pool or of tasks on so many GPUs, and the seconds for all rows."""
    import daft
    from daft import DataType, col

    @daft.cls(**options)
    class Watched:
        def __init__(self) -> None:
            began = time.monotonic()
            try:
                import torch

                layers = [torch.nn.Linear(_WIDTH, _WIDTH) for _ in range(4)]
                self.model = torch.nn.Sequential(*layers).to("cuda")
            except (ImportError, AssertionError, RuntimeError):
                # There is no torch, or it sees no GPU.
                self.model = None
            self.load = time.monotonic() - began

        @daft.method.batch(return_dtype=DataType.string(), batch_size=batch_size)
        def run(self, rows: Any) -> list[str]:
            call = {
                "process": os.getpid(),
                "visible": os.environ.get("CUDA_VISIBLE_DEVICES"),
                "rows": len(rows),
                "load": self.load,
            }
            if self.model is not None:
                import torch

                torch.cuda.reset_peak_memory_stats()
                self.model(torch.ones(len(rows), _WIDTH, device="cuda"))
                call["held"] = torch.cuda.max_memory_allocated()
                call["used"] = str(torch.cuda.get_device_properties("cuda").uuid)
                call["seen"] = torch.cuda.device_count()
            # No actor is done before the others have begun.
            time.sleep(0.5)
            return [json.dumps(call)] * len(rows)

    frame = daft.range(_ROWS * there, partitions=_PARTITIONS * there)
    if batch_size > _ROWS // _PARTITIONS:
        frame = frame.into_partitions(1)
    began = time.monotonic()
    found = frame.with_column("call", Watched().run(col("id"))).to_pydict()["call"]
    return [Call(**json.loads(call)) for call in dict.fromkeys(found)], time.monotonic() - began


def _real_gpus() -> int:
    """How many GPUs `nvidia-smi` lists; 0 without it."""
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return sum(line.startswith("GPU ") for line in listed.stdout.splitlines())


if __name__ == "__main__":
    sys.exit(main())
