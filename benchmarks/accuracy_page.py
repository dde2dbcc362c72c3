"""Writes `docs/model-accuracy.md` from results."""

from __future__ import annotations

import datetime

_HEAD = """# How accurate the model is

A finding says how many actors will idle, and how much of the pool will be used. Scheduling is
random: which of several free workers gets a task, which workers hold the actors that don't divide
evenly, where a worker's dispatch starts. So a prediction is a distribution, made of simulated runs
(`daft_lint/scheduling/distribution.py`): an interval that holds the idle actors of nine runs of
ten, and a mean utilisation.

`benchmarks/forty_shapes.py` draws forty pipelines at random and runs each once on a real local Ray
cluster, with a UDF that sleeps for each row:

- 1 to 4 workers of 8 logical CPUs, ten shapes each; 1 to 8 actors
- 200 to 4,000 rows in one partition (half of them) or 2 to 16
- nothing, `into_partitions`, a random or a hash `repartition` into 1 to 16; then, for three of ten,
  `into_batches` of 10 to 1,000 rows
- `batch_size` of 10 to 1,000, or unset (one of five)
- rows that sleep so long that a perfectly used pool takes 0.5 to 2 seconds

Each actor is watched from outside, and what it did is compared with what was predicted before.

    python benchmarks/forty_shapes.py --seed 1 2 --write
"""

_READING = """
## How to read it

- The seeds are not those that the costs in `daft_lint/scheduling/replay_costs.py` were fitted to.
- A utilisation is missed where two things can happen and the mean of both lies between them: with
  five actors on two workers and three equal tasks, all depends on whether the worker with three
  actors gets two of the tasks. No model of this scheduler can do better than tell the odds.
- The odds are the share of simulated runs whose utilisation is within 0.10 of the expected one. An
  honest model misses as often as its odds say.
- Overheads count: a task costs about 15 ms and a morsel 3 ms on this machine. A pipeline of many
  short tasks is busy handing them out, there as here.
"""


def page(versions: str, report: str) -> str:
    """The whole page."""
    day = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    return f"{_HEAD}\nLast measured {day}: {versions}.\n{_READING}\n{report.rstrip()}\n"
