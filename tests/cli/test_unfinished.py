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


def functions(number: int) -> str:
    """A program whose frame goes through so many functions, and a UDF in the last one."""
    first = (
        f"{ENDLESS.partition('daft.range')[0]}def g0(d): return d.with_column('a', f(d['id']))\n"
    )
    others = (f"def g{each}(d): return g{each - 1}(d.limit(9))\n" for each in range(1, number))
    return f"{first}{''.join(others)}g{number - 1}(daft.range(9)).show()\n"


def concats(number: int) -> str:
    """A program with a frame of its own twice, so many times, and a UDF behind."""
    first = f"{ENDLESS.partition('daft.range')[0]}a = b = daft.range(9)\n"
    last = "a.with_column('a', f(a['id'])).show()\n"
    return first + "a, b = b.concat(a), a\n" * number + last


@pytest.mark.parametrize(
    ("program", "is_whole"),
    [
        (functions(8), True),
        (functions(9), False),
        (concats(4), True),
        (concats(99), False),
    ],
    ids=["8 functions", "9 functions", "4 concats", "99 concats"],
)
def test_a_frame_that_is_lost_on_a_long_way_is_told_of(program: str, *, is_whole: bool) -> None:
    Path("endless.py").write_text(program)
    found = json.loads(said("check", "--output-format=json").stdout)
    assert found["unfinished"] == ([] if is_whole else ["endless.py"])


def test_an_attribute_that_very_many_methods_set_is_told_of() -> None:
    methods = (f"    def m{each}(self): self.d = self.d.limit(9)\n" for each in range(120))
    made = f"class P:\n    def __init__(self, d): self.d = d\n{''.join(methods)}"
    ran = "p = P(daft.range(9))\np.m3()\np.d.with_column('a', f(p.d['id'])).show()\n"
    Path("endless.py").write_text(f"{ENDLESS.partition('daft.range')[0]}{made}{ran}")
    found = json.loads(said("check", "--output-format=json").stdout)
    assert found["unfinished"] == ["endless.py"]
