from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from daft_lint.plan.cluster import Cluster, WorkerGroup, cluster_of
from daft_lint.plan.quantity import Origin, OriginKind, exactly
from daft_lint.reporting.pipelines.text import render
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.scheduling.prediction.predict import predict

Cases = tuple[Case, ...]
Reader = Callable[[str], Cases]


def test_every_pipeline_reads_well(
    program: Cases, plain: Style, snapshot: SnapshotAssertion
) -> None:
    assert render(program, plain) == snapshot


@pytest.mark.parametrize(
    ("steps", "runner", "files"),
    [
        ("", "ray", "8 files"),
        ("", "native", "1 file"),
        (".into_batches(50)", "ray", "16 files"),
        (".limit(150)", "ray", "2 files"),
        (".groupby('k').agg(col('id').sum())", "ray", "1 to 5 files"),
        (".groupby('k').agg(col('id').sum())", "native", "1 file"),
    ],
)
def test_it_says_how_many_files_are_written(
    read: Reader, plain: Style, steps: str, runner: str, files: str
) -> None:
    """Written by Daft 0.7.26: 8, 1, 16, 2, 5 and 1; with keys 40 and 5, of 5 keys."""
    program = f"""
import daft
from daft import col
daft.set_runner_{runner}()
df = daft.range(800, partitions=8).with_column("k", col("id") % 5){steps}
"""
    assert f"runs it, writes {files}\n" in render(read(program + "df.write_csv('a')"), plain)
    tables = render(read(program + "df.write_deltalake('a')\ndf.write_iceberg(table)"), plain)
    by_key = render(read(program + "df.write_csv('a', partition_cols=['k'])"), plain)
    most = "" if files == "1 file" else "up to "
    assert f"runs it, writes {most}{files} for each key" in " ".join(by_key.split())
    assert "writes" not in render(read(program + "df.write_lance('a')"), plain)
    # Keys of an Iceberg table aren't in sight.
    assert f"writes {files}\n" in tables
    assert f"writes {files} or more\n" in tables


@pytest.mark.parametrize(
    ("steps", "written"),
    [
        ("", "writes 80 to 88 fragments"),
        (".where(col('y') % 2 == 0)", "writes up to 88 fragments"),
        (".into_batches(100)", "runs it"),
    ],
)
def test_it_says_how_many_fragments_of_lance_are_written(
    read: Reader, plain: Style, steps: str, written: str
) -> None:
    """Written by Daft 0.7.26 with daft-lance 0.6.0, natively: 81 fragments, the first two."""
    program = f"""
import daft
from daft import DataType, col

@daft.func.batch(return_dtype=DataType.int64(), batch_size=10)
def same(x):
    return x

df = daft.range(805, partitions=8).with_column("y", same(col("id"))){steps}
df.write_lance("a.lance")
"""
    assert f"{written}\n" in render(read(program), plain)


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        (".sort(same(col('id')))", "runs same in its keys"),
        (".groupby(same(col('id'))).count()", "runs same in its keys"),
        (".groupby('id').agg(same(col('id')).alias('x'))", "runs same on its groups"),
        (".with_column('x', row_number().over(Window().order_by('id')))", "a window"),
    ],
)
def test_udfs_in_shuffles_and_windows_are_shown(
    read: Reader, plain: Style, step: str, shown: str
) -> None:
    program = f"""
import daft
from daft import DataType, Window, col
from daft.functions import row_number

@daft.func.batch(return_dtype=DataType.int64())
def same(x):
    return x

daft.range(800){step}.write_parquet("a")
"""
    rendered = render(read(program), plain)
    assert f"{shown}\n" in rendered
    assert ('with_column("x")' in rendered) is (shown == "a window")


def test_a_narrow_terminal_is_enough(
    read: Reader, programs: Mapping[str, str], snapshot: SnapshotAssertion
) -> None:
    narrow = Style(color=False, width=50)
    assert render(read(programs["in tasks"]), narrow) == snapshot


def test_nothing_found_is_said(plain: Style) -> None:
    assert render((), plain) == "No pipelines found.\n"
    assert render((), replace(plain, color=True)) == "No pipelines found.\n"


def test_lines_fit_into_80_cells(program: Cases, plain: Style) -> None:
    assert max(map(cell_len, render(program, plain).splitlines())) <= 80


def test_of_a_long_place_in_another_file_the_end_is_shown(read: Reader, plain: Style) -> None:
    (case,) = read("import daft\ndf = daft.read_csv('a.csv')\ndf = df.limit(9)\ndf.collect()")
    plan = case.pipeline.plan
    first, *others = plan.operators
    span = replace(first.span, path="src/package/components/image/resolution.py")
    plan = replace(plan, operators=(replace(first, span=span), *others))
    elsewhere = replace(case, pipeline=replace(case.pipeline, plan=plan))
    assert "  …nts/image/resolution.py:3  limit(9)" in render((elsewhere,), plain)


def test_colour_adds_escapes_and_nothing_else(program: Cases, plain: Style) -> None:
    coloured = render(program, replace(plain, color=True))
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(program, plain)


def test_a_frame_that_flows_into_several_steps_is_reported_once(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    lines = render(read(programs["shared"]), plain).splitlines()
    assert sum('with_column("text")' in line for line in lines) == 1
    assert sum("clean  row-wise UDF" in line for line in lines) == 1
    assert sum("frame 1" in line for line in lines) == 3
    assert sum("as above" in line for line in lines) == 2


def test_a_pool_without_room_for_all_of_its_actors_says_so(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    (case,) = read(programs["tuned"])
    small = Cluster(exactly(2), exactly(8), exactly(1))
    pipeline = replace(case.pipeline, cluster=small)
    reported = render([replace(case, pipeline=pipeline, _prediction=[case.prediction])], plain)
    assert re.search("room +for 2 of 4 +2 workers with 1 GPU each; the rest assumes", reported)
    assert "room " not in render([case], plain)


def test_a_pool_that_ray_options_place_says_where(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    options = "gpus=1, ray_options={'resources': {'gpu_node': 1}}"
    text = programs["tuned"].replace("gpus=1", options).replace("# daft-lint: workers=2\n", "")
    (case,) = read(text)
    reported = " ".join(render([case], plain).split())
    assert "placement unknown ray_options decide which workers hold the actors" in reported
    groups = (WorkerGroup(2, 8, 4, resources=(("gpu_node", 8),)), WorkerGroup(3, 8))
    cluster = cluster_of(groups, Origin(OriginKind.CONFIGURATION, "test"))
    prediction = predict(case.pipeline, cluster)
    pipeline = replace(case.pipeline, cluster=cluster)
    reported = render([replace(case, pipeline=pipeline, _prediction=[prediction])], plain)
    assert re.search("placement +2 of 5 workers +those with gpu_node", reported)


def test_dropped_steps_are_struck_out(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    coloured = render(read(programs["everything"]), replace(plain, color=True))
    assert "\x1b[9mrepartition(4)\x1b[0m" in coloured


def test_idle_actors_stand_out(read: Reader, programs: Mapping[str, str], plain: Style) -> None:
    coloured = render(read(programs["one-sided"]), replace(plain, color=True))
    assert "\x1b[1;31m2 of 4" in coloured


def test_steps_stand_in_the_order_they_run(read: Reader, plain: Style) -> None:
    program = (
        "import daft\ndf = daft.range(9).into_partitions(3)\n"
        "df = df.where(daft.col('id') > 1)\ndf.collect()\n"
    )
    rendered = render(read(program), plain)
    assert rendered.index('where("id")') < rendered.index("into_partitions(3)")


def test_a_pipeline_that_nobody_runs_says_so(
    read: Reader, programs: Mapping[str, str], plain: Style
) -> None:
    library = render(read(programs["everything"])[-1:], plain)
    assert "no action runs it" in library
    assert re.search(r"runner +Ray, in another job", library)


def test_each_runner_that_a_branch_selects_is_reported(read: Reader, plain: Style) -> None:
    program = (
        "import daft\nif a:\n    daft.set_runner_ray()\nelse:\n    daft.set_runner_native()\n"
        "daft.range(9).collect()\n"
    )
    reported = " ".join(render(read(program), plain).split())
    assert "runner native, if that is chosen" in reported
    assert "the ray runner is set here, line 3; the native runner is set here, line 5" in reported
    assert "choose it with --runner" in reported


def test_work_is_good_that_idles_only_without_rows_as_check_says(
    read: Reader, plain: Style
) -> None:
    program = (
        "# daft-lint: workers=4, cpus-per-worker=4\n"
        "import daft\ndaft.set_runner_ray()\n"
        "@daft.cls(max_concurrency=4)\nclass Embed:\n"
        "    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=50)\n"
        "    def run(self, x): return model(x)\n"
        "df = daft.read_parquet('x')  # daft-lint: partitions=4\n"
        "df.with_column('y', Embed().run(daft.col('x'))).write_parquet('out')\n"
    )
    reported = " ".join(render(read(program), plain).split())
    assert "idle actors 0 to 3 of 4" in reported
    assert "good all 4 actors work with 4 or more rows" in reported


def test_a_runner_that_may_be_selected_too_late_is_reported(read: Reader, plain: Style) -> None:
    run = "daft.range(9).collect()\n"
    program = f"import daft\nif a:\n    {run}daft.set_runner_ray()\n{run}"
    reported = " ".join(render(read(program), plain).split())
    assert "runner Ray, if nothing ran earlier the ray runner is set here, line 4" in reported


def test_it_ends_with_the_last_pipeline_where_no_summary_is_wanted(
    program: Cases, plain: Style
) -> None:
    whole = render(program, plain)
    short = render(program, replace(plain, summary=False))
    assert whole.startswith(short)
    assert not short.endswith("\n\n")
    assert re.fullmatch(r"\n\d+ pipelines? in 1 file\.\n", whole[len(short) :])


@pytest.mark.parametrize(
    ("step", "shown"),
    [
        ("repartition(3)", "234 to 299   to expect: some have more, some fewer"),
        ("into_partitions(2)", "400"),
    ],
)
def test_it_says_which_rows_are_only_to_expect(
    read: Reader, plain: Style, step: str, shown: str
) -> None:
    """Daft 0.7.26 made 328, 264 and 208 of them: each task splits its rows with the same seed."""
    program = f"""
import daft
from daft import DataType, col
daft.set_runner_ray()

@daft.cls(max_concurrency=4)
class Same:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=10)
    def run(self, x):
        return x

df = daft.range(800, partitions=8).{step}
df.with_column("y", Same().run(col("id"))).collect()
"""
    found = next(
        line for line in render(read(program), plain).splitlines() if "rows per task" in line
    )
    assert found.split("rows per task")[1].strip() == shown
