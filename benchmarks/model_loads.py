"""Does a change of the model change what it says? Seeded random loads, and observed runs.

Each load is priced, and the answer compared with the one on record. Of many tasks the record also
holds what comes of them when every event is followed: a model that passes over some has to say the
same. Observed runs are those of `docs/model-accuracy.md`: what was seen decides there.

    python benchmarks/model_loads.py
    python benchmarks/model_loads.py --observed
    python benchmarks/model_loads.py --write

Prints a table, and every load whose answer differs. The exit code is 1 when many tasks are priced
more than 10 % off what comes of them when all are followed.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from random import Random
from statistics import fmean

from random_shapes import draw_shapes
from scoring import makespan

from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.partitions.partition_sampling import (
    Batched,
    Dealing,
    Gathered,
    Limited,
    Regrouped,
    Shuffled,
    Whole,
    expected_sizes,
)
from daft_lint.scheduling.partitions.partitioning import even_sizes
from daft_lint.scheduling.partitions.sizes import filled, rows_in
from daft_lint.scheduling.prediction.bounds import Load, outcome
from daft_lint.scheduling.prediction.distribution import distribution
from daft_lint.scheduling.simulation.cluster_costs import cluster_costs
from daft_lint.scheduling.simulation.dispatch import PROCESSES, SHARED_STACK
from daft_lint.verification.expectations import costs_of, outcomes

HERE = Path(__file__).parent
RECORD = HERE / "results" / "model_loads.csv"
OBSERVED = HERE.parent / "docs" / "data" / "model-accuracy.csv"

OFF = 0.10
"""From this share on a makespan differs from what comes of tasks that are all followed."""

_SEED = 4
_COSTS = cluster_costs(0.01)
_KINDS = {"plain": 40, "no pool": 20, "native": 20, "unequal": 20, "many": 14}
_UNEQUAL = (
    (WorkerGroup(1, 8), WorkerGroup(1, 3)),
    (WorkerGroup(1, 8), WorkerGroup(2, 2)),
    (WorkerGroup(2, 6), WorkerGroup(2, 3)),
)
_MOST_PIECES = 200_000
"""A shuffle makes at most so many pieces: each task of it is followed for the record."""


@dataclass(frozen=True, slots=True)
class Priced:
    """What a model says of a load.

    `proven_idle` and `proven_used` are the bounds of a prediction, as text. `idle` are actors
    without a row in nine runs of ten. `used` (0 to 1) and `seconds` are means of the simulated
    runs, None where the model says nothing. `followed` are seconds too: the mean of runs of which
    every event was followed, of many tasks only.
    """

    load: str
    proven_idle: str
    proven_used: str
    idle: str
    used: float | None
    seconds: float | None
    followed: float | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A load, its kind, and its name, which is all that is drawn of it."""

    kind: str
    name: str
    load: Load


def main() -> int:
    """Price all, print what differs, and say whether many tasks are priced well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--observed", action="store_true", help="price the observed runs instead")
    parser.add_argument("--write", action="store_true", help="put the answers on record")
    parser.add_argument("--seed", type=int, default=_SEED, help="other loads, with no record")
    arguments = parser.parse_args()
    if arguments.observed:
        return _print_observed()
    record = _recorded()
    answers: dict[str, list[tuple[Priced, float]]] = defaultdict(list)
    for drawn in draw(arguments.seed):
        started = time.process_time()
        priced = price(drawn)
        seconds = time.process_time() - started
        before = record.get(drawn.name)
        if drawn.kind == "many":
            known = None if before is None else before.followed
            followed = known if known is not None else followed_seconds(drawn.load)
            priced = Priced(**{**asdict(priced), "followed": followed})
        answers[drawn.kind].append((priced, seconds))
    _print(answers, record)
    if arguments.write:
        _write(priced for kind in answers.values() for priced, _ in kind)
    return 1 if any(_is_off(priced) for priced, _ in answers["many"]) else 0


def draw(seed: int) -> Iterator[Drawn]:
    """Loads of every kind; the same seed draws the same."""
    random = Random(seed)
    for kind, count in _KINDS.items():
        for _ in range(count):
            yield _drawn(kind, random)


def _drawn(kind: str, random: Random) -> Drawn:
    workers, cpus = random.randint(1, 8), random.choice([2, 4, 8, 16])
    groups = random.choice(_UNEQUAL) if kind == "unequal" else ()
    if groups:
        workers, cpus = sum(group.workers for group in groups), min(g.cpus for g in groups)
    if kind == "native":
        workers, cpus = 1, 8
    dealing, steps = _many_partitions(random) if kind == "many" else _partitions(kind, random)
    places = sum(g.workers * g.cpus for g in groups) or workers * cpus
    actors = workers if kind == "no pool" else min(random.randint(1, 16), places)
    most_batch = 100 if kind == "many" else 2_000
    batch = None if random.random() < 0.1 else _log(random, 5, most_batch)
    sizes = filled(expected_sizes(dealing))
    load = Load(
        exactly(len(sizes)),
        exactly(rows_in(sizes)),
        sizes,
        exactly(actors),
        exactly(batch or 131_072),
        exactly(workers),
        None if kind == "native" else exactly(cpus),
        dispatch=PROCESSES if kind == "native" else SHARED_STACK,
        dealing=dealing,
        groups=groups,
        threads=exactly(cpus) if kind == "no pool" else None,
    )
    cluster = " + ".join(f"{g.workers} x {g.cpus}" for g in groups) or f"{workers} x {cpus}"
    return Drawn(kind, f"{kind}: {steps}; {actors} actors, batch {batch}, {cluster} CPUs", load)


def _partitions(kind: str, random: Random) -> tuple[Dealing, str]:
    rows = _log(random, 100, 20_000)
    count = 1 if random.random() < 0.4 else random.randint(2, 32)
    dealing: Dealing = Whole(even_sizes(rows, count))
    steps = [f"{rows} rows in {count}"]
    if random.random() < 0.1:
        dealing = Limited(dealing, max(1, rows // 2))
        steps.append(f"limit {rows // 2}")
    if kind != "native":
        dealing, step = _moved(dealing, random.randint(1, 32), random.randrange(4))
        steps.append(step)
    if random.random() < 0.3:
        size = _log(random, 10, 2_000)
        dealing = Batched(dealing, size)
        steps.append(f"into_batches {size}")
    return dealing, ", ".join(filter(None, steps))


def _many_partitions(random: Random) -> tuple[Dealing, str]:
    count = _log(random, 500, 12_000)
    rows = count * _log(random, 1, 20)
    dealing: Dealing = Whole(even_sizes(rows, count))
    into = min(_log(random, 500, 12_000), _MOST_PIECES // count)
    moved, step = _moved(dealing, into, random.randrange(5))
    return moved, f"{rows} rows in {count}, {step}"


def _moved(before: Dealing, count: int, which: int) -> tuple[Dealing, str]:
    if which == 1:
        return Regrouped(before, count), f"into_partitions {count}"
    if which in {2, 3}:
        name = "random" if which == 2 else "hash"
        return Gathered(Shuffled(before, count, alike=which == 2)), f"{name} repartition {count}"
    return before, ""


def _log(random: Random, low: int, high: int) -> int:
    return round(low * (high / low) ** random.random())


def price(drawn: Drawn) -> Priced:
    """What the present model says of a load."""
    load = drawn.load
    proven = outcome(load)
    found = distribution(load, _COSTS)
    return Priced(
        drawn.name,
        f"{proven.idle.low:g} to {proven.idle.high:g}",
        f"{proven.utilisation.low:.3f} to {proven.utilisation.high:.3f}",
        "" if found is None else f"{found.idle.low:g} to {found.idle.high:g}",
        None if found is None else round(found.mean_utilisation, 4),
        None if found is None else round(found.times.expected, 4),
    )


def followed_seconds(load: Load, runs: int = 20) -> float:
    """The mean makespan of runs of which every event is followed."""
    from daft_lint.scheduling.partitions.partition_sampling import deal
    from daft_lint.scheduling.prediction.distribution import machine_of_load
    from daft_lint.scheduling.prediction.known_runs import turns_at_random
    from daft_lint.scheduling.simulation.event_model import Phase, run_phases
    from daft_lint.scheduling.simulation.stations import DEFAULT_MORSEL_ROWS, Stage

    machine = machine_of_load(load)
    if machine is None or load.dealing is None:
        raise ValueError("not all of the load is known")
    spans = []
    for seed in range(runs):
        random = Random(seed)
        tasks = deal(load.dealing, len(machine.cpus), random)
        placed = turns_at_random(machine, random).place(load.actors.count, load.rooms or None)
        batch = load.batch_size.count
        stage = Stage(placed, None if batch == DEFAULT_MORSEL_ROWS else batch)
        run = run_phases([Phase(tasks, (stage,))], machine, _COSTS, random, most_events=math.inf)
        spans.append(run.span)
    return fmean(spans)


def _is_off(priced: Priced) -> bool:
    if priced.followed is None:
        return False
    return priced.seconds is None or abs(priced.seconds / priced.followed - 1) > OFF


def _print(answers: dict[str, list[tuple[Priced, float]]], record: dict[str, Priced]) -> None:
    print("| loads | same proof | same idle | used within 0.05 | time within 5 % | CPU seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for kind, priced in answers.items():
        pairs = [(now, record[now.load]) for now, _ in priced if now.load in record]
        proof = sum(
            (a.proven_idle, a.proven_used) == (b.proven_idle, b.proven_used) for a, b in pairs
        )
        idle = sum(a.idle == b.idle for a, b in pairs)
        used = sum(_near(a.used, b.used, 0.05) for a, b in pairs)
        seconds = sum(_near(a.seconds, b.seconds, 0.05 * (b.seconds or 0)) for a, b in pairs)
        cpu = sum(seconds for _, seconds in priced)
        print(f"| {len(pairs)} {kind} | {proof} | {idle} | {used} | {seconds} | {cpu:.2f} |")
    for now, _ in (entry for kind in answers.values() for entry in kind):
        before = record.get(now.load)
        off = " OFF" if _is_off(now) else ""
        if off or (before is not None and _differ(now, before)):
            print(f"\n{now.load}{off}\n  now    {_figures(now)}")
            print("" if before is None else f"  before {_figures(before)}")


def _near(one: float | None, other: float | None, far: float) -> bool:
    return one == other if one is None or other is None else abs(one - other) <= far


def _differ(now: Priced, before: Priced) -> bool:
    return (
        now.proven_idle != before.proven_idle
        or now.proven_used != before.proven_used
        or now.idle != before.idle
        or not _near(now.used, before.used, 0.05)
        or not _near(now.seconds, before.seconds, 0.05 * (before.seconds or 0))
    )


def _figures(priced: Priced) -> str:
    known = asdict(priced)
    del known["load"]
    return ", ".join(f"{name} {value}" for name, value in known.items() if value is not None)


def _recorded() -> dict[str, Priced]:
    if not RECORD.is_file():
        return {}
    with RECORD.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    numbers = ("used", "seconds", "followed")
    return {
        line["load"]: Priced(
            **{
                name: (float(value) if value else None) if name in numbers else value
                for name, value in line.items()
            }
        )
        for line in lines
    }


def _write(answers: Iterable[Priced]) -> None:
    with RECORD.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Priced)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, answers))


def _print_observed() -> int:
    with OBSERVED.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    inside, width, close, started = 0, 0, 0, time.process_time()
    for line, shape in zip(lines, draw_shapes(302, len(lines)), strict=True):
        found = outcomes(shape, (0, 7), costs_of(shape))
        idle, seconds = int(line["idle actors seen"]), float(line["seconds seen"])
        inside += found.idle.low <= idle <= found.idle.high
        width += int(found.idle.high - found.idle.low)
        close += abs(seconds / makespan(found) - 1) <= 0.15
    print(f"of {len(lines)} observed runs: idle actors inside {inside}, mean width")
    print(
        f"{width / len(lines):.2f}; time within 15 % {close}; {time.process_time() - started:.1f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
