"""`daft-lint facts`, as a person uses it: logs of runs that were, and the code that ran."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.facts import Facts, facts_text
from daft_lint.plan.pipeline import Location
from daft_lint.plan.recorded import RecordedSource

EVENT_LOG = Path(__file__).parents[1] / "event_log"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    shutil.copytree(EVENT_LOG / "project", tmp_path, dirs_exist_ok=True)
    shutil.copytree(EVENT_LOG / "logs", tmp_path / "logs")
    return tmp_path


def test_facts_of_logs_are_shown_and_kept(project: Path, run, snapshot: SnapshotAssertion) -> None:
    done = run("facts", "from-log", "logs/ray")
    assert done.returncode == 0, done.stderr
    assert done.stdout == snapshot(name="shown")
    assert done.stderr == "daft-lint: wrote 2 pipelines to daft-lint-facts.toml\n"
    assert (project / "daft-lint-facts.toml").read_text() == snapshot(name="kept")
    assert run("facts", "show").stdout == done.stdout


def test_what_was_open_is_judged(project: Path, run) -> None:
    """One run with 8 partitions: the pool is all right, and says what that rests on."""
    before = run("embed_job.py", "--ignore", "DFT308")
    assert "2 pieces of work: 2 open" in before.stdout
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    after = run("embed_job.py", "--ignore", "DFT308")
    assert "2 pieces of work: 2 good" in after.stdout, after.stdout
    shown = run("pipelines", "embed_job.py").stdout
    assert "the source has 8 partitions, as in 1 run until 2026-11-27 (event log)" in shown


def test_the_code_may_change_its_numbers_and_is_judged_by_the_facts(project: Path, run) -> None:
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    job = project / "embed_job.py"
    text = job.read_text().replace("batch_size=100", "batch_size=1_000")
    job.write_text(text.replace("max_concurrency=4", "max_concurrency=16"))
    settings = project / "pyproject.toml"
    settings.write_text(settings.read_text().replace("cpus-per-worker = 4", "cpus-per-worker = 8"))
    done = run("embed_job.py", "--ignore", "DFT308", "--output-format", "concise")
    assert done.returncode == 1
    assert "DFT10" in done.stdout
    full = run("embed_job.py", "--ignore", "DFT308", "-v").stdout
    assert "as in 1 run until 2026-11-27 (event log)" in " ".join(full.split())


def test_a_plan_takes_the_seconds_of_the_runs(project: Path, run) -> None:
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    plan = " ".join(run("plan", "-v", "embed_job.py").stdout.split())
    assert "each row takes 5.06 ms in `Embed.run`, as in 1 run until 2026-11-27 (event log)" in plan
    given = " ".join(run("plan", "-v", "embed_job.py", "--row-seconds", "1ms").stdout.split())
    assert "5.06 ms" not in given


def test_rows_behind_a_filter_are_those_of_a_run_with_as_many_before_it(project: Path, run) -> None:
    """Where the run doesn't tell how many these were, nobody knows what is left of others."""
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    facts = project / "daft-lint-facts.toml"
    counted = re.sub(r"keeps = .*", "rows = [5200, 5200, 5200]", facts.read_text())
    facts.write_text(counted)
    shown = " ".join(run("plan", "embed_job.py", "--rows", "80_000").stdout.split())
    assert "rows 52,000 tasks" in shown
    facts.write_text(counted.replace("rows = [8000, 8000, 8000]\n", "", 1))
    assert "rows 5,200 tasks" in " ".join(run("plan", "embed_job.py").stdout.split())
    shown = " ".join(run("plan", "embed_job.py", "--rows", "80_000").stdout.split())
    assert "rows 0 to 80,000 tasks" in shown
    assert "set # daft-lint: keeps=... on the line of the filter" in shown


SOURCE = 'df = daft.read_parquet(f"{documents}/*.parquet")'
WHERE = 'df = df.where(col("text").length() > 50)'


def steps_of(run) -> dict[str, tuple[str, str]]:
    """Partitions and rows behind each step of `embed`, as `pipelines` shows them."""
    document = json.loads(run("pipelines", "embed_job.py", "--output-format", "json").stdout)
    (embed,) = (pipeline for pipeline in document["pipelines"] if pipeline["name"] == "embed")
    steps = {"source": embed["source"], **{step["method"]: step for step in embed["steps"]}}
    return {
        name: (bounds(step["partitions"]), bounds(step["rows"])) for name, step in steps.items()
    }


def bounds(number: dict[str, float | None]) -> str:
    low, high = number["low"], number["high"]
    return f"{low:g}" if low == high else f"{low:g}-{'' if high is None else f'{high:g}'}"


def hint(project: Path, line: str, text: str) -> None:
    """Write a hint on the first such line, that of `embed`."""
    job = project / "embed_job.py"
    job.write_text(job.read_text().replace(line, f"{line}  # daft-lint: {text}", 1))


def test_facts_stand_where_code_and_hints_tell_nothing(project: Path, run) -> None:
    run("facts", "from-log", "logs/ray")
    steps = steps_of(run)
    assert steps["source"] == ("8-12", "8000-12000")
    assert steps["where"] == ("8-12", "5200-7800")


@pytest.mark.parametrize(
    ("line", "text", "step", "expected"),
    [
        (SOURCE, "partitions=2, rows=500", "source", ("2", "500")),
        (SOURCE, "partitions=2", "source", ("2", "8000-12000")),
        (SOURCE, "rows=500", "source", ("8-12", "500")),
        (WHERE, "rows=700, partitions=3", "where", ("3", "700")),
        (WHERE, "partitions=3", "where", ("3", "5200-7800")),
        (WHERE, "keeps=0.1", "where", ("8-12", "800-1200")),
    ],
)
def test_a_hint_in_the_code_comes_first(project: Path, run, line, text, step, expected) -> None:
    run("facts", "from-log", "logs/ray")
    hint(project, line, text)
    assert steps_of(run)[step] == expected


def test_facts_come_before_patterns_of_the_settings(project: Path, run) -> None:
    with (project / "pyproject.toml").open("a") as settings:
        settings.write(
            '[[tool.daft-lint.sources]]\nmatch = "**/*.parquet"\npartitions = 3\nrows = 30\n'
        )
    assert steps_of(run)["source"] == ("3", "30")
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl")
    assert steps_of(run)["source"] == ("8", "8000")


@pytest.mark.parametrize(
    ("logs", "runs"), [("logs/ray", "2 runs"), ("logs/ray/lively-wren-edf017.jsonl", "1 run")]
)
def test_a_finding_by_facts_is_likely_and_says_how_many_runs_showed_it(
    project: Path, run, logs: str, runs: str
) -> None:
    run("facts", "from-log", logs)
    starve(project)
    done = run("embed_job.py", "--select", "DFT102", "--output-format", "json")
    (finding,) = json.loads(done.stdout)["findings"]
    assert finding["confidence"] == "likely"
    places = [related_place["message"] for related_place in finding["related"]]
    assert not any("hint" in place for place in places)
    by_facts = [assumption for assumption in finding["assumptions"] if "(event log)" in assumption]
    assert len(by_facts) == 4
    assert all(f"as in {runs} until 2026-11-27 (event log)" in fact for fact in by_facts)


def starve(project: Path) -> None:
    """32 actors and a batch_size larger than a task, on larger workers."""
    job, settings = project / "embed_job.py", project / "pyproject.toml"
    text = job.read_text().replace("batch_size=100", "batch_size=1_000")
    job.write_text(text.replace("max_concurrency=4", "max_concurrency=32"))
    settings.write_text(settings.read_text().replace("cpus-per-worker = 4", "cpus-per-worker = 16"))


def test_a_machine_without_daft_and_the_data_finds_the_same(project: Path, run) -> None:
    run("facts", "from-log", "logs/ray")
    starve(project)
    blocked = project.parent / f"{project.name} without Daft"
    for name in ("daft", "ray"):
        (blocked / name).mkdir(parents=True)
        (blocked / name / "__init__.py").write_text("raise ImportError('not on this machine')\n")
    commands = (
        ("check", "embed_job.py", "--no-cache", "--output-format", "json"),
        ("pipelines", "embed_job.py"),
        ("plan", "embed_job.py"),
        ("facts", "check"),
        ("review", "logs"),
    )
    for command in commands:
        here, there = run(*command), run(*command, PYTHONPATH=str(blocked))
        assert (there.returncode, there.stdout) == (here.returncode, here.stdout), command
        assert "not on this machine" not in there.stderr
    assert "DFT102" in run(*commands[0], PYTHONPATH=str(blocked)).stdout


def test_paths_are_redacted_where_the_settings_say_so(project: Path, run) -> None:
    """The same facts count, whether the setting comes or goes."""
    file, settings = project / "daft-lint-facts.toml", project / "pyproject.toml"
    open_ = settings.read_text()
    shown = run("facts", "from-log", "logs/ray").stdout
    assert '"*/*.parquet"' in shown
    steps, written = steps_of(run), file.read_text()
    settings.write_text(f"[tool.daft-lint]\nredact-paths = true\n{open_}")
    assert steps_of(run) == steps
    hidden = run("facts", "from-log", "logs/ray").stdout
    assert "parquet(" in hidden
    for text in (hidden, file.read_text(), run("facts", "show").stdout):
        assert "*" not in text
    assert steps_of(run) == steps
    assert run("facts", "check").returncode == 0
    settings.write_text(open_)
    assert steps_of(run) == steps
    run("facts", "from-log", "logs/ray")
    assert file.read_text() == written


def test_what_daft_reported_of_sources_counts_with_redacted_paths_too(project: Path, run) -> None:
    job = project / "job.py"
    job.write_text(
        'import daft\n\ndf = daft.read_parquet("s3://acme/docs/*.parquet")\n'
        'df.repartition(2, "a").show()\n'
    )
    location = Location("read_parquet", ("s3://acme/docs/*.parquet",))
    facts = Facts(sources=(RecordedSource(location, "2026-11-27", partitions=8),))
    assert "acme" not in facts_text(facts.redacted)
    (project / "daft-lint-facts.toml").write_text(facts_text(facts.redacted))
    shown = " ".join(run("pipelines", "job.py").stdout.split())
    assert "the source still has 8 scan tasks, as on 2026-11-27 (metadata)" in shown
    (project / "daft-lint-facts.toml").write_text(facts_text(facts))
    shown = " ".join(run("pipelines", "job.py").stdout.split())
    assert "s3://acme/docs/*.parquet still has 8 scan tasks, as on 2026-11-27" in shown


def test_check_tells_what_has_no_facts_and_what_has_no_code(project: Path, run) -> None:
    nothing = run("facts", "check")
    assert (nothing.returncode, nothing.stdout) == (1, "embed_job.py:31: embed: no facts\n")
    run("facts", "from-log", "logs")
    assert run("facts", "check").returncode == 0
    old = run("facts", "check", "--max-age", "0")
    assert old.returncode in (0, 1)
    job = project / "embed_job.py"
    job.write_text(job.read_text().replace("def count_long", "def counted"))
    gone = run("facts", "check")
    assert gone.returncode == 1
    assert gone.stdout == "embed_job.py: count_long: facts about code that no longer exists\n"


def test_logs_that_fit_nothing_are_listed(project: Path, run) -> None:
    (project / "embed_job.py").write_text("import daft\n")
    done = run("facts", "from-log", "logs/native")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "clever-lake-11a41e: not used: no pipeline in the code has these steps" in done.stderr
    assert not (project / "daft-lint-facts.toml").exists()


def test_broken_lines_are_counted(project: Path, run) -> None:
    log = project / "logs" / "ray" / "solar-maple-602f45.jsonl"
    log.write_text(log.read_text() + '{"event": "stats", "query\n')
    done = run("facts", "from-log", str(log))
    assert done.returncode == 0
    assert "daft-lint: 1 line of the logs can't be read and was skipped\n" in done.stderr


def test_a_program_tells_the_partitions_of_its_sources(project: Path, run) -> None:
    """It runs without its rows, and what runs showed stays."""
    pytest.importorskip("daft")
    parquet = pytest.importorskip("pyarrow.parquet")
    table = pytest.importorskip("pyarrow").table({"number": [1], "text": ["word"]})
    (project / "docs").mkdir()
    for number in range(3):
        parquet.write_table(table, project / "docs" / f"{number}.parquet")
    (project / "main.py").write_text('import embed_job\n\nembed_job.embed("docs", "vectors")\n')
    done = run("facts", "from-live", "main.py")
    assert done.returncode == 0, done.stderr
    assert "embed_job.py: embed (1 run until " in done.stdout
    assert '  daft.read_parquet("*/*.parquet"): 3 partitions\n' in done.stdout
    assert not (project / "vectors").exists()
    run("facts", "from-log", "logs/ray/lively-wren-edf017.jsonl", "--code", "embed_job.py")
    assert "8,000 rows, 8 partitions" in run("facts", "from-live", "main.py").stdout
    run("facts", "from-log", "logs/native/fast-oak-55e389.jsonl", "--code", "embed_job.py")
    shown = run("facts", "from-live", "main.py").stdout
    assert "until 2026-11-27, event log, live plan)" in shown
    assert " 3 partitions, " in shown
    # Ray makes a single task of the three files then.
    setting = "import daft\n\ndaft.set_execution_config(enable_scan_task_split_and_merge=True)\n"
    (project / "main.py").write_text(setting + (project / "main.py").read_text())
    assert " 1 partition, " in run("facts", "from-live", "main.py").stdout


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["from-log"], "Missing argument 'LOG...'"),
        (["from-log", "nowhere"], "'nowhere' does not exist"),
        (["from-log", "embed_job.py"], "these logs hold no Daft events"),
    ],
)
def test_wrong_input_is_reported_in_a_line(project: Path, run, arguments, error) -> None:
    done = run("facts", *arguments)
    assert done.returncode == 2
    assert error in done.stderr
    assert done.stderr.count("\n") == 1


def test_another_version_of_the_file_is_refused(project: Path, run) -> None:
    (project / "daft-lint-facts.toml").write_text("[[pipelines]]\n")
    for command in (["."], ["facts", "show"], ["plan"], ["pipelines"]):
        done = run(*command)
        assert done.returncode == 2, command
        assert "daft-lint-facts.toml:1: pipelines: unknown fact; known facts are" in done.stderr
    assert run("--isolated", ".").returncode in (0, 1)
