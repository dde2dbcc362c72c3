"""Plans as Daft tells them become pipelines; told in other words, they can't be read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.live.plan_form import UnreadablePlanError, judged_pipeline
from daft_lint.live_plan.raw_plan import PlanText, RawPlan
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.placement import UNREADABLE, Placement

RAY = Runner(RunnerKind.RAY, certain=True)
SOURCE = "* Source:\n|   Number of partitions = 1\n|   Output schema = a#Int64, b#Int64\n"


def judged(written: str, optimised: str | None = None):
    plan = RawPlan("0.7.26", "ray", PlanText(written), PlanText(optimised or written))
    return judged_pipeline(plan, "plan", RAY)


def test_lines_and_places_belong_together():
    found = judged(f"* Limit: 3\n|\n* Filter: col(a) > lit(1)\n|\n{SOURCE}")
    lines = found.text.splitlines()

    assert lines == ["daft.in_memory()", ".where(col(a) > lit(1))", ".limit(3)"]
    assert [operator.span.line for operator in found.pipeline.plan.operators] == [2, 3]


def test_a_line_break_in_an_expression_moves_no_place():
    shown = "* Limit: 3\n|\n* Project: col(a), download(col(b), lit(x:\n|   y)) as c\n|\n"
    found = judged(shown + SOURCE)

    assert len(found.text.splitlines()) == 3
    project, limit = found.pipeline.plan.operators
    assert project.writes == {"c"}
    assert limit.span.line == 3


def test_columns_of_a_step_that_does_not_tell_them_are_not_known():
    """Daft 0.6.4 has no JSON, and a window makes columns that its node doesn't list."""
    window = "* Filter: col(r) > lit(1)\n|\n* Window:\n|     row_number as r\n|\n"
    condition = judged(window + SOURCE).pipeline.plan.operators[-1]

    assert condition.reads == {"r"}


@pytest.mark.parametrize(
    ("paths", "path"),
    [
        ("|   Glob paths = [a/*.parquet]\n", "a/*.parquet"),
        ("|   Glob paths = [a/*.parquet, b/*.parquet]\n", None),
        ("|   Glob paths: [\n|     a/*\n|     b/*\n|   ]\n", None),
        ("|   Glob path: a/*\n", "a/*"),
    ],
)
def test_a_path_is_reported_where_there_is_only_one(paths, path):
    assert judged(f"* GlobScan:\n{paths}").pipeline.plan.source.path == path


POOL = """* UDF __main__.R.run:
|   Expr = __main__.R.run-496811-0(col(a)) as c
|   Passthrough Columns = col(a), col(b)
|   Properties = {{ batch_size = 50, concurrency = 4, on_error = raise, async
|     = false, scalar = false{ray_options} }}
|   Resource request = {{ num_gpus = 0 }}
|
"""
CALL = "* Project: col(a), col(b), __main__.R.run-496811-0(col(a)) as c\n|\n"


@pytest.mark.parametrize(
    ("ray_options", "placement"),
    [
        ("", None),
        (", ray_options = {'max_restarts': 3}", None),
        (
            ", ray_options = {'resources': {'cpu_node': 0.001},\n"
            "|     'name': 'x} }, async = true'}",
            Placement((("cpu_node", 0.001),)),
        ),
        (", ray_options = {'label_selector': {'a': 'b'}}", UNREADABLE),
        (", ray_options = {'scheduling_strategy': <Near object at 0x7f>}", UNREADABLE),
    ],
)
def test_the_plan_tells_the_ray_options_of_a_pool(ray_options, placement):
    """As Daft 0.7.26 prints them."""
    found = judged(CALL + SOURCE, POOL.format(ray_options=ray_options) + SOURCE)
    (call,) = found.pipeline.plan.operators[0].calls
    assert call.udf.placement == placement
    assert call.udf.concurrency is not None
    assert call.udf.concurrency.count == 4


@pytest.mark.parametrize("text", ["", "Physical plan", "|\n|\n", "\n"])
def test_what_is_no_plan_can_not_be_read(text):
    with pytest.raises(UnreadablePlanError, match=r"0\.7\.26"):
        judged(text or " ")


titles = st.sampled_from(
    ["Source:", "Num Scan Tasks = 3", "Num Scan Tasks = ,", "GlobScan:", "Limit: 3", "Limit: x",
     "Limit: Num Rows = ,", "Project: col(a), col(b) as c", "Project: ", "Project: col(a",
     "Filter: ",
     "Filter: [col(a)] & [m.f-1-2(col(b))]", "UDF m.f:", "UDF m.f: x", "UDFProject:", "Sort: x",
     "TopN: Sort by = ((, Num Rows = 3", "Join: Type = Inner", "Concat", "Explode: ", "Sample: ",
     "Repartition: Scheme = Hash", "Aggregation: m.f-1-2(col(a))", "Distinct", "Alias", "Window:",
     "MonotonicallyIncreasingId", "?", ""]
)  # fmt: skip
details = st.sampled_from(
    ["Number of partitions = 2", "Number of partitions = ,", "Expr = m.f-1-2(col(a)) as c",
     "Expr = py_udf(col(a))", "UDF m.f = py_udf(col(a)) as c", "Properties = { concurrency = 2 }",
     "Properties = { batch_size = , }", "Passthrough Columns = col(a), col(b)", "By = col(a)",
     "Num partitions = Some(0)", "Output schema = a#Int64", "Glob paths = [", "Filter pushdown = (",
     "Stats = { Approx num rows = , }", "  wrapped", "Group by = col(a)", "Concurrency = Some(0)"]
)  # fmt: skip


@st.composite
def plans(draw, depth: int = 0) -> str:
    fork = "| " * depth
    drawn = ""
    for _ in range(draw(st.integers(1, 4))):
        drawn += f"{fork}* {draw(titles)}\n"
        drawn += "".join(f"{fork}|   {detail}\n" for detail in draw(st.lists(details, max_size=4)))
        if depth < 2 and draw(st.booleans()):
            drawn += f"{fork}|\\\n{draw(plans(depth=depth + 1))}"
        drawn += f"{fork}|\n"
    return drawn


@given(st.one_of(plans(), st.text()), st.one_of(plans(), st.text()))
def test_no_text_is_too_odd(written, optimised):
    try:
        found = judged(written, optimised or " ")
    except UnreadablePlanError:
        return
    assert all(
        operator.span.line <= found.text.count("\n") for operator in found.pipeline.plan.operators
    )


def test_a_download_and_a_resized_image_are_what_code_calls_them():
    """Printed by Daft 0.7.26 for `resize(decode_image(download(...)), 32, 32)`."""
    fetched = 'url_download(col(a), lit(true), lit("raise"), lit(7))'
    image = f'image_resize(image_decode({fetched}, lit("raise")), lit(32), lit(16))'
    (step,) = judged(f"* Project: col(a), {image} as i\n|\n{SOURCE}").pipeline.plan.operators

    assert step.expressions == ("download", "decode_image", "resize")
    assert step.heavy
    assert step.cut is not None
    assert step.cut.value == 4 * 7
    assert step.row_bytes is not None
    assert step.row_bytes.value == 3 * 32 * 16


def test_a_column_named_like_a_call_is_no_call():
    """Daft 0.7.26 names what it computes apart: `RowWisePythonUDF___main__.score-1-0(text)`."""
    named = "col(RowWisePythonUDF___main__.score-924340-0(a))"
    (step,) = judged(f"* Project: col(a), round({named}) as b\n|\n{SOURCE}").pipeline.plan.operators

    assert not step.calls


SCAN = """* {title}Num Scan Tasks = {tasks}
|   Schema: {{a#Int64, b#Int64}}
|   Scan Tasks: [
|   {{File {{file://data/1.parquet}}{more}}}
|   ]
|   {output}
"""
FILES = SCAN.format(title="", tasks=80, more="", output="Output schema = a#Int64, b#Int64")
MERGED = ", File {file://data/2.parquet}"
ON_RAY = SCAN.format(title="ScanTaskSource:\n|   ", tasks=8, more=MERGED, output="")


@pytest.mark.parametrize(
    ("on_ray", "runner", "partitions"),
    [
        (None, RAY, (80, 80)),
        (ON_RAY, RAY, (8, 8)),
        (ON_RAY, Runner(RunnerKind.NATIVE, certain=True), (80, 80)),
        (ON_RAY.replace("data/1", "data/3"), RAY, (1, math.inf)),
        ("", RAY, (1, math.inf)),
    ],
)
def test_a_plan_for_ray_has_the_scan_tasks(on_ray, runner, partitions):
    """Where Daft can't make that plan, or it has another source, nothing is known."""
    plan = RawPlan("0.7.26", "ray", PlanText(FILES), PlanText(FILES), on_ray=on_ray)
    source = judged_pipeline(plan, "plan", runner).pipeline.plan.source
    assert (source.partitions.low, source.partitions.high) == partitions
