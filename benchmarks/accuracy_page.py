"""Writes `docs/model-accuracy.md` from results."""

from __future__ import annotations

import datetime

_HEAD = """# How accurate the model is

A finding says how many actors will idle, and how much of the pool will be used. Scheduling is
random: which of several free workers gets a task, which workers hold the actors that don't divide
evenly, where a worker's dispatch starts. So a prediction is a distribution, made of simulated runs
(`daft_lint/scheduling/distribution.py`): an interval that holds the idle actors of nine runs of
ten, and the utilisation to expect.

`benchmarks/forty_shapes.py` draws forty pipelines at random and runs each once on a real local Ray
cluster, with a UDF that sleeps for each row:

- 1 to 4 workers of 8 logical CPUs, ten shapes each; 1 to 8 actors
- 200 to 4,000 rows in one partition (half of them) or 2 to 16
- nothing, `into_partitions`, a random or a hash `repartition` into 1 to 16; then, for three of ten,
  `into_batches` of 10 to 1,000 rows
- `batch_size` of 10 to 1,000, or unset (one of five)
- rows that sleep so long that a perfectly used pool takes 0.5 to 2 seconds

Each actor is watched from outside, and what it did is compared with the prediction, which knows
nothing of the run.

    pip install -e .[verify]
    python benchmarks/forty_shapes.py --seed 4 5 6 --write
"""

_READING = """
## How to read it

- **Mean and typical.** Where two quite different things can happen, hardly any run is near the mean
  of both: with five actors on two workers and three equal tasks, all depends on whether the worker
  with three actors gets two of the tasks. The typical utilisation is the mean of those simulated
  runs that are most alike.
- **Odds** are the share of simulated runs within 0.10 of the mean, or of the typical utilisation.
  A model that is right misses as often as its odds say, and no model can do better than tell them.
- **Overheads** are part of the prediction: on two cores a task costs about 15 ms and a morsel 3 ms
  (`daft_lint/scheduling/replay_costs.py`). They were fitted to other shapes than these.
- The sizes that a random `repartition` makes are the same in every run, and known exactly. Those of
  a hash `repartition` depend on the keys, which the model doesn't know: it draws them.
- Each shape runs once: one with poor odds may well miss, and hit the next time. By its odds even a
  perfect model keeps 90 % of forty shapes near the mean for only five seeds of six, and near the
  typical utilisation for nineteen of twenty.
- Seeds 1 to 3 ran while the model was being mended, the last time because of what they showed. Of
  40 shapes each, 40, 40 and 39 had their idle actors in the interval, and 36, 36 and 34 their
  utilisation near the mean. Later seeds ran with the model as it is.
"""


def page(versions: str, report: str) -> str:
    """The whole page."""
    day = datetime.datetime.now(tz=datetime.timezone.utc).date().isoformat()
    return f"{_HEAD}\nLast measured {day}: {versions}.\n{_READING}\n{report.rstrip()}\n"
