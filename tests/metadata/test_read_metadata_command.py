"""`daft-lint check --read-metadata`, as a person meets it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow
import pytest
from click.testing import CliRunner
from prepared import Prepared
from pyarrow import parquet
from web_server import served, silent

from daft_lint.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]

PROGRAM = """\
import daft

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.read_parquet({path!r})
df = df.with_column("embedding", Embed()(df["text"]))
df.write_parquet("out")
"""
SETTINGS = "[tool.daft-lint.cluster]\nworkers = 4\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose one program reads a file that makes one partition."""
    folder = tmp_path / "project"
    (folder / "data").mkdir(parents=True)
    (folder / "pyproject.toml").write_text(SETTINGS)
    write(folder / "data" / "0.parquet")
    (folder / "job.py").write_text(PROGRAM.format(path=str(folder / "data" / "*.parquet")))
    return folder


def write(file: Path, rows: int = 1_000) -> None:
    """A Parquet file."""
    parquet.write_table(pyarrow.table({"text": ["x"] * rows}), file)


@pytest.fixture
def run(project: Path, prepared: Prepared) -> Run:
    """Run `daft-lint check` in the project; results are kept as for a person."""

    def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DAFT_LINT_NO_CACHE", "PRE_COMMIT")
        }
        whole = {**inherited, "PYTHONUTF8": "1", **environment}
        return prepared.run(("check", *arguments), project, whole)

    return run


def found(result: subprocess.CompletedProcess[str]) -> list[tuple[str, str]]:
    """The rules and confidences of findings that were told as JSON."""
    assert result.returncode in (0, 1), result.stderr
    return [(entry["code"], entry["confidence"]) for entry in json.loads(result.stdout)["findings"]]


AS_JSON = ("--output-format", "json", "--read-metadata")
IDLE = [("DFT101", "certain")]


def test_a_finding_says_where_its_figures_come_from(run: Run, project: Path) -> None:
    assert run().returncode == 0
    result = run("--read-metadata", "--verbose", "--color", "never", COLUMNS="200")
    assert result.returncode == 1
    data = project / "data" / "*.parquet"
    assert f"daft.read_parquet makes 1 partition; {data} has 1,000 rows" in result.stdout
    assert "confidence: certain" in result.stdout


def test_a_relative_path_gives_likely_findings(run: Run, project: Path) -> None:
    (project / "job.py").write_text(PROGRAM.format(path="data/*.parquet"))
    result = run(*AS_JSON)
    assert found(result) == [("DFT101", "likely")]
    said = (
        "the program runs in the project's folder, where Daft plans 1 scan task for data/*.parquet"
    )
    assert said in result.stdout


def test_what_changed_is_asked_again(run: Run, project: Path) -> None:
    """Neither what a run said nor what a file gave is taken from before."""
    assert found(run(*AS_JSON)) == found(run(*AS_JSON)) == IDLE
    for number in range(1, 4):
        write(project / "data" / f"{number}.parquet")
    assert found(run(*AS_JSON)) == []
    for number in range(1, 4):
        (project / "data" / f"{number}.parquet").unlink()
    assert found(run(*AS_JSON)) == IDLE


def test_a_daft_that_is_broken_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "daft.py").write_text("raise ImportError('broken')\n")
    result = run(*AS_JSON, PYTHONPATH=str(tmp_path / "broken"))
    assert result.returncode == 2
    assert result.stderr.endswith("-m pip install daft (broken)\n")


def test_no_answer_in_time_is_reported_and_the_rest_goes_on(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRE_COMMIT", raising=False)
    monkeypatch.setattr("daft_lint.cli.metadata._SECONDS", 5)
    with silent() as url:
        (project / "far.py").write_text(PROGRAM.format(path=f"{url}/0.parquet"))
        result = CliRunner().invoke(main, ["check", *AS_JSON, str(project)])
        codes = [entry["code"] for entry in json.loads(result.stdout)["findings"]]
        assert codes == ["DFT101", "DFT101"]
        line = f"daft-lint: no metadata for {url}/0.parquet: no answer within 5 s\n"
        assert result.stderr == line
        monkeypatch.setattr("daft_lint.cli.metadata._SECONDS", 2)
        quiet = CliRunner().invoke(main, ["check", *AS_JSON, "--quiet", str(project)])
        assert quiet.stderr == ""


def test_what_is_not_there_is_reported_only_if_somebody_asks(run: Run, project: Path) -> None:
    (project / "job.py").write_text(PROGRAM.format(path="none/*.parquet"))
    assert run(*AS_JSON).stderr == ""
    lines = run(*AS_JSON, "--verbose").stderr.splitlines()
    (line,) = [each_line for each_line in lines if each_line.startswith("daft-lint:")]
    assert line.startswith("daft-lint: no metadata for none/*.parquet: FileNotFoundError: ")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_process_is_reported(run: Run, project: Path, jobs: str) -> None:
    for number in range(4):
        text = (project / "job.py").read_text()
        (project / f"job_{number}.py").write_text(text)
    result = run(*AS_JSON, "--no-cache", "--jobs", jobs)
    assert found(result) == IDLE * 5


def test_standard_input_is_asked_of_too(run: Run, project: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "daft_lint", "-", "--stdin-filename", "new.py", *AS_JSON],
        cwd=project,
        input=(project / "job.py").read_text(),
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=120,
    )
    assert found(result) == IDLE


def test_a_daft_that_is_set_to_plan_otherwise_is_not_asked(run: Run, project: Path) -> None:
    """The file beside it sets nothing for a program until this one imports it."""
    line = "daft.set_execution_config(enable_scan_task_split_and_merge=True)"
    (project / "setup_daft.py").write_text(f"import daft\n\n{line}\n")
    assert found(run(*AS_JSON)) == IDLE
    text = (project / "job.py").read_text()
    (project / "job.py").write_text(f"import setup_daft\n{text}")
    assert found(run(*AS_JSON)) == []


def test_a_store_that_the_program_chooses_is_not_asked(run: Run, project: Path) -> None:
    with served(project / "data") as server:
        text = PROGRAM.format(path=f"{server.url}/0.parquet")
        chosen = "daft.set_planning_config(default_io_config=chosen())\n"
        (project / "job.py").write_text(text + chosen)
        assert found(run(*AS_JSON)) == [("DFT101", "likely")]
        assert server.requests == []


@pytest.mark.parametrize("value", ["1", "true"])
def test_nothing_is_asked_inside_pre_commit(run: Run, value: str) -> None:
    result = run(*AS_JSON, PRE_COMMIT=value)
    assert found(result) == []
    assert result.stderr == "daft-lint: no metadata is read inside pre-commit\n"


def test_what_was_said_inside_pre_commit_is_not_said_outside(run: Run) -> None:
    for _ in range(2):
        assert found(run(*AS_JSON, PRE_COMMIT="1")) == []
        assert found(run(*AS_JSON)) == IDLE


def test_no_file_turns_it_on(run: Run, project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.daft-lint]\nread-metadata = true\n")
    result = run()
    assert result.returncode == 2
    assert "read-metadata" in result.stderr


def test_without_daft_one_line_says_what_to_do(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PRE_COMMIT", raising=False)
    monkeypatch.setattr("daft_lint.cli.metadata.find_spec", lambda _: None)
    result = CliRunner().invoke(main, ["check", "--read-metadata", str(project)])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == (
        f"daft-lint: reading metadata needs Daft in daft-lint's environment: {sys.executable} -m "
        "pip install daft (Daft isn't installed)\n"
    )


def test_nothing_is_imported_for_it_unless_it_is_asked_for(run: Run, project: Path) -> None:
    code = (
        "import sys\n"
        "from daft_lint.cli import main\n"
        "try:\n    main(['job.py', '--no-cache'])\n"
        "except SystemExit:\n    pass\n"
        "print([one for one in sys.modules if one.startswith(('daft_lint.metadata', 'daft.'))])\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=120,
    )
    assert result.stdout.splitlines()[-1] == "[]"
