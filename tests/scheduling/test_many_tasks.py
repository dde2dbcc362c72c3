"""What is worked out of many tasks holds of those that are few enough to simulate."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from daft_lint.plan.quantity import exactly
from daft_lint.scheduling.bounds import Load, outcome
from daft_lint.scheduling.dispatch import dispatch_of
from daft_lint.scheduling.sizes import ManySizes, filled_kinds

unhurried = settings(deadline=None)
FOLLOWED = 10**9


def load_of(sizes, actors, workers, batch_size, cpus, *, threads=None, version=(0, 7)):
    return Load(
        exactly(len(sizes)),
        exactly(sum(sizes)),
        tuple(sizes),
        exactly(actors),
        exactly(batch_size),
        exactly(workers),
        exactly(cpus),
        dispatch=dispatch_of(version),
        threads=None if threads is None else exactly(threads),
    )


def as_many(load):
    """The same load, as if its tasks were too many to be kept one by one."""
    return replace(load, sizes=ManySizes(tuple(filled_kinds(load.sizes).items())))


alike = st.builds(lambda rows, count: [rows] * count, st.integers(1, 60), st.integers(1, 150))
task_sizes = st.one_of(alike, st.lists(st.integers(1, 60), min_size=1, max_size=60))


@unhurried
@given(
    task_sizes,
    st.integers(1, 14),
    st.integers(1, 9),
    st.integers(1, 70),
    st.integers(1, 8),
    st.sampled_from([(0, 6, 4), (0, 7, 0), (0, 7, 3), (0, 7)]),
)
@example([25] * 100, 12, 8, 1, 16, (0, 7))
def test_what_is_simulated_lies_in_what_is_worked_out(
    sizes, actors, workers, batch_size, cpus, version
):
    load = load_of(sizes, actors, workers, batch_size, cpus, version=version)

    simulated, worked_out = outcome(load, FOLLOWED), outcome(as_many(load))

    assert worked_out.idle.low <= simulated.idle.low
    assert worked_out.idle.high >= simulated.idle.high
    assert worked_out.utilisation.low <= simulated.utilisation.low + 1e-9
    assert worked_out.utilisation.high >= simulated.utilisation.high - 1e-9


@unhurried
@given(
    task_sizes,
    st.integers(2, 6),
    st.integers(1, 70),
    st.integers(1, 8),
    st.integers(1, 8),
)
def test_so_it_is_of_work_in_the_tasks(sizes, workers, batch_size, cpus, threads):
    assume(len(sizes) >= 2 * workers)
    load = load_of(sizes, workers, workers, batch_size, cpus, threads=threads)

    simulated, worked_out = outcome(load, FOLLOWED), outcome(as_many(load))

    assert worked_out.idle.low <= simulated.idle.low
    assert worked_out.idle.high >= simulated.idle.high
    assert worked_out.utilisation.low <= simulated.utilisation.low + 1e-9
    assert worked_out.utilisation.high >= simulated.utilisation.high - 1e-9
