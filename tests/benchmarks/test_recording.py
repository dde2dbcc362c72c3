"""A recorded run is read as it was written, and tells the same of its actors."""

from pathlib import Path

import pytest
from random_shapes import draw_shapes
from recording import PoolRun, Recorded, append, line_of, read, run_of

from daft_lint.verification.messages import ActorLog, Call, NodeFacts
from daft_lint.verification.shape import udfs_of

NODES = (NodeFacts("head", 8.0, 1.0), NodeFacts("other", 4.0, 0.0))
VERSIONS = "Daft 0.7.26, Ray 2.60.0, Python 3.11.9"


def busy(actor: str, node: str, udf: str) -> ActorLog:
    return ActorLog(actor, node, udf, (0.25,), (Call(10, 1.0, 1.5), Call(4, 1.5, 1.75)))


def recorded(seed: int, number: int) -> Recorded:
    """A run of a drawn shape in which all pools did the same."""
    shape = draw_shapes(seed, number + 1)[number]
    pools = tuple(
        PoolRun(
            udf.name, (busy("a", "head", udf.name), ActorLog("b", "other", udf.name, (0.5,), ()))
        )
        for udf in udfs_of(shape.plan)
        if udf.concurrency
    )
    return Recorded(seed, number, shape, VERSIONS, NODES, 3.5, pools)


@pytest.mark.parametrize("number", range(5))
def test_a_run_is_read_as_it_was_written(number: int) -> None:
    run = recorded(3, number)
    assert run_of(line_of(run)) == run


def test_a_run_that_failed_keeps_the_reason() -> None:
    run = Recorded(3, 0, draw_shapes(3, 1)[0], VERSIONS, failure="did not finish within 60 s")
    assert run_of(line_of(run)) == run


def test_a_run_tells_what_the_watched_pool_did() -> None:
    run = recorded(3, 0)
    seen = run.trial
    assert seen.asked == run.shape.udf.concurrency
    assert seen.idle == seen.asked - 1
    assert seen.makespan == 0.75
    assert [(actor.worker, actor.rows, actor.morsels) for actor in seen.occupancy.actors] == [
        (0, 14, 2),
        (1, 0, 0),
    ]


def test_a_file_grows_and_is_read_in_order(tmp_path: Path) -> None:
    file = tmp_path / "new" / "runs.jsonl"
    second, first = recorded(3, 7), recorded(3, 2)
    append(file, second)
    append(file, first)
    assert read([file]) == [first, second]


@pytest.mark.parametrize("line", ["{}", "[]", "not JSON", '{"seed": 1, "shape": 3}'])
def test_a_line_that_is_no_run_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "runs.jsonl"
    append(file, recorded(3, 0))
    with file.open("a", encoding="utf-8") as opened:
        opened.write(line + "\n")
    with pytest.raises(ValueError, match=r"runs\.jsonl:2: "):
        read([file])
