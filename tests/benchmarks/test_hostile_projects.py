"""Projects that somebody made to hurt who lints them: those that once did."""

from __future__ import annotations

from pathlib import Path

import attacks
import escapes
import fix_fuzzing
import nightly
import pytest
from hostile_projects import BOMBS, LINKS
from robustness import Result
from sampling import nightly as in_nightly_run
from sampling import one_in

ONCE_TOO_MUCH = (
    "a literal of 300,000 texts",
    "100,000 comments that silence",
    "carriage returns",
    "classes that inherit in every order",
    "a pattern of 100,000 brackets",
    "settings in deep tables",
    "a cluster of 10**18 workers",
    "files of 2 GB",
)


@pytest.mark.parametrize("name", one_in(4, ONCE_TOO_MUCH))
def test_what_once_took_too_much_ends_soon(name: str) -> None:
    assert name in BOMBS
    assert list(attacks.attacked(name, attacks.COMMANDS[0])) == []


@pytest.mark.parametrize("option", ["--output-file", "--write-baseline"])
@pytest.mark.parametrize("file", ["report", "baseline"])
def test_no_result_is_written_through_a_link_that_leads_outside(file: str, option: str) -> None:
    link = f"a {file} is a link to the outside"
    assert link in LINKS
    name = {"report": "report.txt", "baseline": "base.json"}[file]
    assert list(attacks.attacked(link, ("check", ".", option, name))) == []


@pytest.mark.parametrize("command", one_in(4, attacks.WRITING), ids=" ".join)
def test_a_full_disk_is_reported_and_loses_nothing(command: tuple[str, ...]) -> None:
    assert list(attacks.on_full_disk(command, 1)) == []


@pytest.mark.parametrize(
    "name",
    [
        "\x1b[31m\x07\u202e",
        "]]><script>document.title='ran'</script>",
        "::error::x\r\n::error::y%0A",
        "\udcff`|{{ 7 * 7 }}\u2028",
    ],
)
def test_no_output_holds_what_machines_act_on(name: str) -> None:
    harmless = dict(escapes.written("x"))
    assert list(escapes.compared(dict(escapes.written(name)), harmless)) == []


def test_the_check_of_outputs_would_notice() -> None:
    for output in ("::error::x\n", "\x1b[31m"):
        assert list(escapes.compared({"concise": output}, {"concise": ""}))
    assert list(escapes.compared({"html": "<script>"}, {"html": "<p>"}))
    assert list(escapes.compared({"json": "{"}, {"json": "{}"}))


@in_nightly_run
def test_names_of_files_reach_no_terminal_raw() -> None:
    assert list(escapes.of_files("\r\u202e::error::x")) == []


def test_fixed_programs_keep_their_promises() -> None:
    results = {fix_fuzzing.fix_case(case) for case in fix_fuzzing.programs(60, seed=3)}
    assert Result.FIXED in results


def test_every_part_of_the_night_is_there() -> None:
    scripts = {part.script for part in nightly.PARTS} - {"editor_changes.py"}
    assert all((Path(nightly.__file__).parent / script).is_file() for script in scripts)
