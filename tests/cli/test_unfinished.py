"""A file that takes too much work is told of: there may be more to find in it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from daft_lint.cli import main
from daft_lint.pipelines import definitions, program, reading

# It has more actions than are followed.
ENDLESS = """\
import daft

@daft.func
def f(x: int) -> int: ...

daft.range(9).with_column("a", f(daft.col("id"))).show()
daft.range(9).with_column("b", f(daft.col("id"))).show()
"""
SAID = "endless.py: too complex to analyse completely."


@pytest.fixture(autouse=True)
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(program, "MOST_RUNS", 1)
    Path("endless.py").write_text(ENDLESS)


@pytest.mark.parametrize("last", ["", ".collect()"])
def test_it_stops_at_a_number_of_frames(last: str) -> None:
    Path("endless.py").write_text(ENDLESS.replace(".show()", last))
    found = json.loads(said("check", "--output-format=json").stdout)
    assert found["unfinished"] == ["endless.py"]
    assert sum(found["work"].values()) == 1


def test_it_stops_at_a_number_of_udfs(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("endless.py").write_text(ENDLESS.partition("daft.range")[0] * 2)
    assert "endless.py" not in said("check").stdout
    monkeypatch.setattr(definitions, "MOST_DEFINED", 1)
    monkeypatch.setattr(reading, "MOST_DEFINED", 1)
    assert SAID in " ".join(said("check").stdout.split())


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "endless.py"])


def test_it_is_not_all_clear() -> None:
    for result in (said("check"), said("check", "--verbose")):
        assert f" 1 file read. {SAID}" in " ".join(result.stdout.split())
        assert "All clear" not in result.stdout
        assert result.exit_code == 0


def test_a_program_that_reads_the_report_is_reported() -> None:
    result = said("check", "--output-format=json")
    assert json.loads(result.stdout)["unfinished"] == ["endless.py"]
    assert result.exit_code == 0


@pytest.mark.parametrize("command", ["pipelines", "plan"])
def test_what_was_read_is_shown_and_that_there_may_be_more(command: str) -> None:
    result = said(command)
    assert f"daft-lint: {SAID}" in result.stderr
    assert result.exit_code == 0


def test_a_file_that_is_followed_to_its_end_is_no_such(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "MOST_RUNS", 2)
    assert said("pipelines").stderr == ""
    assert " 1 file read. Judged for " in " ".join(said("check").stdout.split())
