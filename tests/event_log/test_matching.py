"""Which pipeline a run was: by the steps of its plan and the files of its code, never by guess."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from daft_lint.documents.document import Document
from daft_lint.event_log.facts import recorded
from daft_lint.event_log.matching import Match, matches, script_of
from daft_lint.event_log.records import Reading
from daft_lint.event_log.runs import Run, RunState, runs_in
from daft_lint.linting import cases_of
from daft_lint.plan.pipeline import Pipeline
from daft_lint.plan.spread import Spread
from daft_lint.settings import default_settings

HERE = Path(__file__).parent
PROGRAM = (HERE / "project" / "embed_job.py").read_text()


def pipelines(text: str = PROGRAM, path: str = "jobs/embed_job.py") -> list[Pipeline]:
    return [case.pipeline for case in cases_of(Document(path, text), default_settings())]


def run(name: str) -> Run:
    (found,) = runs_in([HERE / "logs" / f"{name}.jsonl"], Reading())
    return found


EMBED, EMBED_MORE = run("ray/lively-wren-edf017"), run("ray/plucky-willow-1d7b27")
COUNT = run("ray/solar-maple-602f45")
NATIVE = run("native/fast-oak-55e389")


def the_match(run: Run, text: str = PROGRAM, path: str = "jobs/embed_job.py") -> Match:
    found = matches(run, pipelines(text, path))
    assert not isinstance(found, str), found
    (match,) = found
    return match


def why_not(run: Run, text: str = PROGRAM, path: str = "jobs/embed_job.py") -> str:
    found = matches(run, pipelines(text, path))
    assert isinstance(found, str)
    return found


@pytest.mark.parametrize("run", [EMBED, NATIVE])
def test_a_run_is_the_pipeline_with_its_steps(run: Run) -> None:
    match = the_match(run)
    assert match.pipeline.name == "embed"
    assert [step.code.text for step in match.steps] == ["filter", "shortened", "Embed.run"]


def test_a_count_is_known_by_what_is_below_it() -> None:
    assert the_match(COUNT).pipeline.name == "count_long"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('    df = df.where(col("text").length() > 50)\n', ""),
        ('col("text").length() > 50)', 'col("text").length() > 50).limit(10)'),
        ("Embed", "Encode"),
        ("def run", "def go"),
        ("write_parquet(vectors)", "count_rows()"),
        ('df.where(col("text")', 'helper(df).where(col("text")'),
    ],
)
def test_other_steps_are_another_pipeline(before: str, after: str) -> None:
    text = PROGRAM.replace(before, after).replace("Embed().go(", "Embed().go(")
    assert text != PROGRAM
    text = text.replace("Embed().run", "Embed().go") if "def go" in text else text
    assert why_not(EMBED, text).startswith("no pipeline in the code has these steps: filter, ")


@pytest.mark.parametrize("path", ["jobs/other.py", "embed_job_2.py"])
def test_another_file_is_another_pipeline(path: str) -> None:
    assert why_not(EMBED, path=path).startswith("no pipeline in the code has these steps")
    assert why_not(COUNT, path=path).startswith("no pipeline in the code has these steps")


def test_two_pipelines_alike_are_not_distinguished() -> None:
    twice = PROGRAM.replace("def count_long", "def count_few")
    both = PROGRAM + twice[twice.index("def count_few") : twice.index("def start_cluster")]
    assert why_not(COUNT, both).startswith("pipelines with the same steps begin at jobs/embed_job")


@pytest.mark.parametrize("reader", ["daft.read_csv", "read"])
def test_without_a_udf_the_log_has_to_tell_that_the_source_was_read(reader: str) -> None:
    """Code that nobody follows may have the same steps: `session.read_table(...)`."""
    text = PROGRAM.replace("daft.read_parquet", reader)
    assert why_not(COUNT, text).startswith("no pipeline in the code has these steps: filter, ")
    assert why_not(replace(COUNT, physical=None)).startswith("no pipeline in the code")


def test_a_udf_tells_where_the_source_does_not() -> None:
    by_name = PROGRAM.replace('read_parquet(f"{documents}/*.parquet")', "read_table(documents)")
    assert the_match(EMBED, by_name).pipeline.name == "embed"
    other = PROGRAM.replace("daft.read_parquet", "daft.read_csv")
    assert why_not(EMBED, other).startswith("no pipeline in the code has these steps: filter, ")
    held = PROGRAM.replace('daft.read_parquet(f"{documents}/*.parquet")', "daft.from_pydict({})")
    assert why_not(EMBED, held).startswith("no pipeline in the code has these steps: filter, ")


def test_the_numbers_of_a_step_may_change() -> None:
    """Whoever tunes a number keeps the facts."""
    text = PROGRAM.replace("max_concurrency=4", "max_concurrency=8").replace("> 50", "> 40")
    assert the_match(EMBED, text).pipeline.name == "embed"


def test_a_module_that_a_script_imports_is_known_by_its_udfs(tmp_path: Path) -> None:
    text = (HERE / "logs" / "ray" / "lively-wren-edf017.jsonl").read_text()
    log = tmp_path / "log.jsonl"
    log.write_text(text.replace("__main__.", "jobs.embed_job.").replace("embed_job.py", "main.py"))
    (moved,) = runs_in([log], Reading())
    assert the_match(moved).pipeline.name == "embed"
    assert why_not(moved, path="jobs/other.py").startswith("no pipeline in the code")


@pytest.mark.parametrize("state", [RunState.FAILED, RunState.UNFINISHED])
def test_a_run_that_did_not_finish_tells_nothing(state: RunState) -> None:
    assert why_not(replace(EMBED, state=state)) == f"the run is {state.value}"


def test_a_log_of_workers_alone_has_no_plan() -> None:
    assert why_not(replace(EMBED, written=None)).startswith("no plan in the log; call daft.")


@pytest.mark.parametrize(
    ("entrypoint", "script"),
    [
        ("python job.py --day 3", "job.py"),
        ("/usr/bin/python3 /srv/jobs/daily.py", "srv/jobs/daily.py"),
        ("python -m jobs.daily now", "jobs/daily.py"),
        (r"C:\python.exe jobs\daily.py", "jobs/daily.py"),
        ("ipython", None),
        ("", None),
    ],
)
def test_the_script_of_a_command_line(entrypoint: str, script: str | None) -> None:
    found = script_of(entrypoint)
    assert (None if found is None else found.as_posix()) == script


def test_what_runs_show_is_a_range() -> None:
    """Two runs: 8 files of 1,000 rows, then 12. The filter keeps 13 rows of each 20."""
    found = [the_match(EMBED), the_match(EMBED_MORE)]
    (facts,) = recorded(found, {"jobs/embed_job.py": "jobs/embed_job.py"})
    assert facts.runs == 2
    assert facts.rows == Spread(8_000, 10_000, 12_000)
    assert facts.partitions == Spread(8, 10, 12)
    (step,) = facts.behind
    assert (step.name, step.number, step.keeps) == ("filter", 1, Spread(0.65, 0.65, 0.65))
    shortened, embed = facts.udfs
    assert (shortened.name, embed.name) == ("shortened", "Embed.run")
    assert embed.rows == Spread(5_200, 6_500, 7_800)


def test_seconds_of_rows_and_of_the_start_are_distinguished() -> None:
    """An actor took 1 s to start and 0.2 s for a call: 128 calls for 5,200 rows, as 65 rows of one
    morsel and 35 of the next are two calls."""
    (facts,) = recorded([the_match(EMBED)], {"jobs/embed_job.py": "jobs/embed_job.py"})
    embed = facts.udfs[1]
    assert embed.row_seconds is not None
    assert embed.start_seconds is not None
    assert embed.row_seconds.middle == pytest.approx(128 * 0.2 / 5_200, rel=0.05)
    assert embed.start_seconds.middle == pytest.approx(1.0, rel=0.1)


def test_a_filter_that_daft_reads_with_hides_the_rows_of_the_source() -> None:
    (facts,) = recorded([the_match(COUNT)], {"jobs/embed_job.py": "jobs/embed_job.py"})
    assert facts.rows is None
    assert facts.behind[0].rows == Spread(100, 100, 100)
    assert facts.behind[0].keeps is None
