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
SAID = "endless.py:{}: too complex to analyse completely, with more than {}."


@pytest.fixture(autouse=True)
def endless(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(program, "MOST_RUNS", 1)
    Path("endless.py").write_text(ENDLESS)


@pytest.mark.parametrize("last", ["", ".collect()"])
def test_it_stops_at_a_number_of_frames(last: str) -> None:
    Path("endless.py").write_text(ENDLESS.replace(".show()", last))
    found = json.loads(said("check", "--output-format=json").stdout)
    (bound,) = found["unfinished"]
    what = "actions" if last else "frames that nothing runs"
    assert (bound["path"], bound["line"], bound["more_than"]) == ("endless.py", 7, f"1 {what}")
    assert sum(found["work"].values()) == 1


def test_it_stops_at_a_number_of_udfs(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("endless.py").write_text(ENDLESS.partition("daft.range")[0] * 2)
    assert "endless.py" not in said("check").stdout
    monkeypatch.setattr(definitions, "MOST_DEFINED", 1)
    monkeypatch.setattr(reading, "MOST_DEFINED", 1)
    assert SAID.format(9, "1 UDFs") in " ".join(said("check").stdout.split())


def said(*arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "endless.py"])


def test_it_is_not_all_clear() -> None:
    for result in (said("check"), said("check", "--verbose")):
        assert f" 1 file read. {SAID.format(7, '1 actions')}" in " ".join(result.stdout.split())
        assert "All clear" not in result.stdout
        assert result.exit_code == 0


def test_a_program_that_reads_the_report_is_reported() -> None:
    result = said("check", "--output-format=json")
    assert json.loads(result.stdout)["unfinished"][0]["line"] == 7
    assert result.exit_code == 0


@pytest.mark.parametrize("command", ["pipelines", "plan"])
def test_what_was_read_is_shown_and_that_there_may_be_more(command: str) -> None:
    result = said(command)
    assert f"daft-lint: {SAID.format(7, '1 actions')}" in result.stderr
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


METHODS = "class P:\n    def __init__(self, d): self.d = d\n" + "".join(
    f"    def m{each}(self): self.d = self.d.limit(9)\n" for each in range(120)
)
SET = "p = P(daft.range(9))\np.m3()\np.d.with_column('a', f(p.d['id'])).show()\n"


def steps(number: int) -> str:
    """The entries of a dict of functions that a frame may go through."""
    return ", ".join(f"'{each}': lambda d: d.limit({each})" for each in range(number))


def frames(steps: str, last: str = "d.with_column('z', f(d['id'])).show()\n") -> str:
    """A program with steps of a frame `d`, and a UDF behind."""
    return f"{ENDLESS.partition('daft.range')[0]}d = daft.range(9)\n{steps}{last}"


@pytest.mark.parametrize(
    ("code", "place"),
    [
        (functions(8), None),
        (functions(9), (7, "8 calls in one another")),
        (concats(4), None),
        (concats(99), (21, "2,000 steps that a plan takes again")),
        (frames(METHODS + SET), (7, "100 methods that set `d`")),
        (frames("d = d.limit(9)\n" * 2_001), (2_007, "2,000 steps in turn")),
        (
            frames("d = d.with_column('a', f(d['id']))\n" * 501),
            (507, "500 calls of UDFs in one plan"),
        ),
        (
            frames("def run(d):\n    d.with_column('a', f(d['id'])).show()\n" + "run(d)\n" * 17),
            (7, "16 callers of a function"),
        ),
        (
            frames(f"import sys\nP = {{{steps(8)}}}\nd = P[sys.argv[1]](d)\n"),
            None,
        ),
        (
            frames(f"import sys\nP = {{{steps(9)}}}\nd = P[sys.argv[1]](d)\n"),
            (9, "8 functions that one call may run"),
        ),
        (
            frames("n = 1\n" + "n = max(n, 2)\n" * 9_000 + "d = d.into_partitions(n)\n"),
            (9_009, "can be followed at once"),
        ),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_the_place_is_told_from_where_on_code_is_not_followed(
    code: str, place: tuple[int, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(program, "MOST_RUNS", 300)
    Path("endless.py").write_text(code)
    found = json.loads(said("check", "--output-format=json").stdout)
    told = [(each["line"], each["more_than"]) for each in found["unfinished"]]
    assert told == ([] if place is None else [place])
