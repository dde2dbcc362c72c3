"""A replay puts frames together whatever UDFs each of them has passed."""

from __future__ import annotations

from daft_lint.verification.engine.replay import _Maker
from daft_lint.verification.shape import PlanShape, StepKind, StepShape, UdfShape


def test_the_sides_of_a_concat_may_have_passed_different_udfs() -> None:
    def side(name: str) -> tuple[StepShape, ...]:
        udf = UdfShape(name, concurrency=None, batch_size=None)
        return (StepShape(StepKind.UDF, udfs=(udf,)),)

    other = PlanShape(3, 1, side("Theirs"))
    plan = PlanShape(2, 1, (*side("Ours"), StepShape(StepKind.CONCAT, other=other)))
    frame = _Maker("replayed_", "Theirs").frame(plan)
    found = frame.to_pydict()
    notes = [note for note in found["replayed_Theirs"] if note]
    assert frame.column_names[1:] == ["replayed_Ours", "replayed_Theirs"]
    assert [note.split()[1] for note in notes] == ["3"]
