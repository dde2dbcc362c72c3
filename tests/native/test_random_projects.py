"""Numbers that travel through random projects are the live plan's, where code analysis knows them.

`benchmarks/random_projects.py` tries more. Each template of a UDF or a frame has its numbers.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sampling import draws, one_in

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
daft = pytest.importorskip("daft")
if not hasattr(daft, "cls"):
    pytest.skip("templates have the decorators of Daft 0.7", allow_module_level=True)

import project_checking  # noqa: E402
from project_checking import Verdict, compared, judged, live, ran, udf_calls  # noqa: E402
from project_drawing import draw_alone  # noqa: E402
from project_templates import FRAMES, UDFS, VALUES, Template  # noqa: E402

from daft_lint.plan.pipeline import Plan  # noqa: E402
from daft_lint.plan.quantity import Quantity  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

SEEDS = range(draws(200))
ACTORS, ROWS, PARTITIONS = 5, 33, 17
WORK = """
import daft

@daft.cls(max_concurrency=3)
class Work:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=result)
    def run(self, values):
        return values

df = daft.from_pydict({"id": [1]}).with_column("v", Work().run(daft.col("id")))
"""


@pytest.mark.parametrize("seed", SEEDS)
def test_the_live_plan_denies_no_figure(seed: int, tmp_path: Path) -> None:
    found = judged(seed, tmp_path)
    assert found.verdict not in {Verdict.WRONG, Verdict.FAILED}, found.said


def test_a_figure_that_the_live_plan_denies_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @daft.cls(max_concurrency=99)
    class Work:
        @daft.method.batch(return_dtype=daft.DataType.int64())
        def run(self, values):
            return values

    shown = live(daft.range(9).with_column("v", Work().run(daft.col("id"))))
    project = draw_alone(VALUES[0], {"VALUE": 7}, seed=0)
    project.main.add(WORK)
    monkeypatch.setattr(project_checking, "live", lambda frame: shown)
    found = compared(project, tmp_path, seed=0)
    assert found.verdict is Verdict.WRONG
    assert "shown as 99" in found.said


@pytest.mark.parametrize("template", one_in(6, VALUES), ids=lambda template: template.title)
def test_the_live_plan_denies_no_number_of_a_template(template: Template, tmp_path: Path) -> None:
    seed = VALUES.index(template)
    project = draw_alone(template, {"VALUE": 7}, seed)
    project.main.add(WORK)
    found = compared(project, tmp_path, seed)
    assert found.verdict not in {Verdict.WRONG, Verdict.FAILED, Verdict.SILENT}, found.said


@pytest.mark.parametrize("template", UDFS, ids=lambda template: template.title)
def test_a_udf_has_the_numbers_of_its_template(template: Template, tmp_path: Path) -> None:
    numbers = {"CONCURRENCY": ACTORS, "BATCH_SIZE": ROWS}
    project = draw_alone(template, numbers, seed=UDFS.index(template))
    with ran(project, tmp_path) as main:
        frame = daft.from_pydict({"id": [1]}).with_column("v", main.result)
        (call,) = udf_calls(live(frame).pipeline.plan)
    shown = {"CONCURRENCY": call.udf.concurrency, "BATCH_SIZE": call.udf.batch_size}
    for word, number in numbers.items():
        figure = shown[word]
        assert (figure and figure.count) == (number if word in template.words else None)


@pytest.mark.parametrize("template", FRAMES, ids=lambda template: template.title)
def test_a_frame_has_the_partitions_of_its_template(template: Template, tmp_path: Path) -> None:
    numbers = {"PARTITIONS": PARTITIONS}
    project = draw_alone(template, numbers, seed=FRAMES.index(template))
    with ran(project, tmp_path) as main:
        shown = live(main.result).pipeline.plan
    assert PARTITIONS in [figure.count for figure in counts(shown) if figure and figure.known]


def counts(plan: Plan) -> list[Quantity | None]:
    """The partitions of its sources, and what its steps make of them."""
    inner = [figure for step in plan.operators for other in step.inputs for figure in counts(other)]
    return [plan.source.partitions, *(step.count for step in plan.operators), *inner]
