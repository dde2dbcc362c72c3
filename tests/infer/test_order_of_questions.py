"""The order in which files are asked about changes no answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from case_corpus import label, projects
from sampling import one_in

from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read_around
from daft_lint.plan.pipeline import Pipeline, Plan
from daft_lint.syntax.source import SourceSyntaxError
from daft_lint.testing.documents import DocumentedCase


def facts(pipeline: Pipeline) -> tuple[object, ...]:
    """What is read of a pipeline, but for the numbers of its steps."""
    action, runner = pipeline.action, pipeline.runner
    how = None
    if action is not None:
        counts = len(action.after), len(action.surely_after), len(action.carried)
        how = (action.method, action.span.place, action.whole, counts)
    plan = tuple(_plan(pipeline.plan))
    return (pipeline.name, how, runner.kind, runner.certain, pipeline.doubtful, plan)


def _plan(plan: Plan) -> Iterator[object]:
    source = plan.source
    yield source.name, source.span.place, str(source.rows), str(source.partitions)
    for step in plan.operators:
        yield step.kind, step.method, step.span.place, str(step.count), step.maybe, len(step.under)
        for call in step.calls:
            yield call.udf.name, str(call.udf.concurrency), str(call.udf.batch_size), call.differs
        for other in step.inputs:
            yield from _plan(other)


def read(folder: Path, names: Sequence[str]) -> dict[str, object]:
    """All that is read of some files, asked about in their order."""
    project = ProjectFolder(folder)
    found: dict[str, object] = {}
    for name in names:
        document = project.document(str(folder / name))
        assert document is not None
        try:
            programs = read_around(document, project).programs
        except SourceSyntaxError as error:
            found[name] = error.message
            continue
        pairs = [(each.path, sorted(map(repr, map(facts, each.pipelines)))) for each in programs]
        found[name] = sorted(pairs)
    return found


@pytest.mark.parametrize("case", one_in(6, projects()), ids=label)
def test_files_in_any_order(case: DocumentedCase, tmp_path: Path) -> None:
    for file in case.files:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text)
    names = sorted(file.path for file in case.files if file.path.endswith(".py"))
    expected = read(tmp_path, names)
    for seed in range(2):
        shuffled = [*names]
        Random(seed).shuffle(shuffled)
        assert read(tmp_path, shuffled) == expected
    assert read(tmp_path, names[::-1]) == expected


CALLED = """\
import daft

def run(rows):
    daft.range(rows).write_parquet("out/")

"""


@pytest.mark.parametrize(("calls", "complete"), [(16, True), (17, False)])
def test_a_program_of_more_callers_than_are_followed(
    tmp_path: Path, calls: int, complete: bool
) -> None:
    text = CALLED + "".join(f"run({number})\n" for number in range(calls))
    (tmp_path / "job.py").write_text(text)
    project = ProjectFolder(tmp_path)
    document = project.document(str(tmp_path / "job.py"))
    assert document is not None
    (program,) = read_around(document, project).programs
    assert (program.bound is None) is complete
    assert len(program.pipelines) == min(calls, 16)


def test_calls_of_the_same_name_count_for_nothing(tmp_path: Path) -> None:
    text = CALLED + "other.run(1)\n" * 40 + "run(1000)\n"
    (tmp_path / "job.py").write_text(f"import other\n{text}")
    project = ProjectFolder(tmp_path)
    document = project.document(str(tmp_path / "job.py"))
    assert document is not None
    (program,) = read_around(document, project).programs
    assert program.bound is None
    assert [str(each.plan.source.rows) for each in program.pipelines] == ["1,000"]


def test_of_code_without_frames_not_every_caller_is_sought(tmp_path: Path) -> None:
    own = "def show(figure):\n    figure.show()\n\n\n" + "".join(f"show({n})\n" for n in range(40))
    (tmp_path / "job.py").write_text(f"import daft\n\n{own}\ndaft.range(9).show()\n")
    project = ProjectFolder(tmp_path)
    document = project.document(str(tmp_path / "job.py"))
    assert document is not None
    (program,) = read_around(document, project).programs
    assert program.bound is None
    assert len(program.pipelines) == 1
