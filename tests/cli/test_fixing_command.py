"""`daft-lint check --fix`: what a person types, what they see, and what their files hold."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

Run = Callable[..., subprocess.CompletedProcess[str]]

TWICE = """\
import daft

df = daft.read_parquet("in/").repartition(64).into_partitions(24)  # the last one counts
df.write_parquet("out/")
"""
ONCE = TWICE.replace(".repartition(64)", "")


@pytest.fixture
def twice(tmp_path: Path) -> Path:
    """A file with one safe fix."""
    file = tmp_path / "twice.py"
    file.write_text(TWICE)
    return file


@pytest.fixture
def both(idle: Path, twice: Path) -> tuple[Path, Path]:
    """A file whose fix is unsafe, and one whose fix is safe."""
    return idle, twice


def test_safe_fixes_are_made_and_the_rest_is_reported(
    run: Run, both: tuple[Path, Path], snapshot: SnapshotAssertion
) -> None:
    idle, twice = both
    before = idle.read_text()
    result = run("--fix", "--output-format", "concise", ".")
    assert (result.returncode, result.stderr) == (1, "")
    assert result.stdout == snapshot
    assert (twice.read_text(), idle.read_text()) == (ONCE, before)


def test_unsafe_fixes_are_made_when_asked_for(
    run: Run, both: tuple[Path, Path], snapshot: SnapshotAssertion
) -> None:
    result = run("--fix", "--unsafe-fixes", ".")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == snapshot
    assert "into_partitions" in both[0].read_text()
    again = run("--fix", "--unsafe-fixes", ".")
    assert again.returncode == 0
    assert again.stdout.endswith("No problems found. 1 piece of work: 1 open. 2 files read.\n")


def test_what_can_be_fixed_is_reported(run: Run, both: tuple[Path, Path]) -> None:
    result = run("--output-format", "concise", ".")
    assert result.stdout.endswith(
        "2 files read. 1 fixable with --fix, 1 more with --fix --unsafe-fixes.\n"
    )
    assert run("--output-format", "concise", "twice.py").stdout.endswith("1 fixable with --fix.\n")
    assert [file.read_text() for file in both][1] == TWICE


def test_a_diff_shows_the_changes_and_makes_none(
    run: Run, both: tuple[Path, Path], snapshot: SnapshotAssertion
) -> None:
    before = [file.read_text() for file in both]
    result = run("--diff", "--unsafe-fixes", ".")
    assert (result.returncode, result.stderr) == (1, "Would fix 2 findings.\n")
    assert result.stdout == snapshot
    assert run("--diff", "--fix", "--unsafe-fixes", ".").stdout == result.stdout
    assert [file.read_text() for file in both] == before


def test_a_diff_can_be_applied(run: Run, both: tuple[Path, Path], tmp_path: Path) -> None:
    both[1].write_text(TWICE.rstrip("\n"))
    diff = run("--diff", "--unsafe-fixes", ".").stdout
    (tmp_path / "copy").mkdir()
    for file in both:
        (tmp_path / "copy" / file.name).write_bytes(file.read_bytes())
    subprocess.run(
        ["git", "apply", "-p0", "-"], input=diff.encode(), cwd=tmp_path / "copy", check=True
    )
    run("--fix", "--unsafe-fixes", "idle.py", "twice.py")
    for file in both:
        assert (tmp_path / "copy" / file.name).read_bytes() == file.read_bytes()


def test_no_changes_are_an_empty_diff(run: Run, idle: Path) -> None:
    result = run("--diff", ".")
    nothing = "Nothing to fix safely, 1 fixable with --unsafe-fixes.\n"
    assert (result.returncode, result.stdout, result.stderr) == (0, "", nothing)
    assert run("--diff", "-q", ".").stderr == ""


def test_a_file_that_cannot_be_checked_fails_a_diff(run: Run, twice: Path, tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(b"import daft\0")
    result = run("--diff", ".")
    assert result.returncode == 2
    assert "daft-lint: binary.py: line 1 holds a NUL byte" in result.stderr
    assert "-df = " in result.stdout


@pytest.mark.parametrize("option", ["--diff", "--fix"])
def test_a_file_in_another_encoding_is_fixed_in_it(
    run: Run, twice: Path, tmp_path: Path, option: str
) -> None:
    data = f"# coding: latin-1, é\n{TWICE}".encode("latin-1")
    (tmp_path / "latin.py").write_bytes(data)
    result = run(option, ".")
    assert "can't be fixed" not in result.stdout + result.stderr
    assert ("+++ latin.py" in result.stdout) is (option == "--diff")
    fixed = f"# coding: latin-1, é\n{ONCE}".encode("latin-1")
    assert (tmp_path / "latin.py").read_bytes() == (fixed if option == "--fix" else data)
    assert (twice.read_text() == ONCE) is (option == "--fix")


def test_json_tells_how_safe_a_fix_is_and_its_edits(run: Run, both: tuple[Path, Path]) -> None:
    found = json.loads(run("--output-format", "json", ".").stdout)["findings"]
    fixes = {finding["code"]: finding["fixes"][0] for finding in found}
    assert fixes["DFT202"]["safety"] == "safe"
    assert fixes["DFT101"]["safety"] == "unsafe"
    (edit,) = fixes["DFT202"]["edits"]
    assert {key: edit[key] for key in ("path", "line", "text")} == {
        "path": "twice.py",
        "line": 3,
        "text": "",
    }


def test_sarif_holds_the_edits(run: Run, twice: Path) -> None:
    log = json.loads(run("--output-format", "sarif", ".").stdout)
    (result,) = log["runs"][0]["results"]
    (change,) = result["fixes"][0]["artifactChanges"]
    assert change["artifactLocation"]["uri"] == "twice.py"
    assert change["replacements"][0]["insertedContent"] == {"text": ""}


def test_comments_that_do_nothing_are_removed(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "comments.py"
    file.write_bytes(
        b"# daft-lint: ignore-file[DFT101]\r\n"
        b"import daft\r\n"
        b"\r\n"
        b"a = 1  # noqa: E501, DFT101\r\n"
        b"b = 2  # why # daft-lint: ignore[DFT101, DFT102] reason\r\n"
        b"c = 3  # daft-lint: ignore[missing-repartition]  # type: ignore\r\n"
        b"d = 4  # noqa: DFT101 for now"
    )
    result = run("--fix", ".")
    assert (result.returncode, result.stderr) == (0, "")
    assert file.read_bytes() == (
        b"import daft\r\n"
        b"\r\n"
        b"a = 1  # noqa: E501\r\n"
        b"b = 2  # why\r\n"
        b"c = 3  # type: ignore\r\n"
        b"d = 4  # for now"
    )


def test_a_link_out_of_the_project_is_not_followed(
    run: Run, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside") / "twice.py"
    outside.write_text(TWICE)
    (tmp_path / "link.py").symlink_to(outside)
    result = run("--fix", "--output-format", "concise", ".")
    assert result.returncode == 2
    assert "link.py: error: links to " in result.stdout
    assert "1 file could not be fixed." in result.stdout
    assert "DFT202" in result.stdout
    assert outside.read_text() == TWICE


AS_NOBODY = """
import os, sys
from daft_lint.cli import main
# Everything is imported while the interpreter's own folder may still be read.
sys.argv = ["daft-lint", "--fix", "--output-format", "concise", "."]
for fix in ("--diff", "--fix"):
    try:
        main([fix, "--output-format", "concise", "other.py"])
    except SystemExit:
        pass
if os.getuid() == 0:
    os.setuid(65534)
main()
"""


@pytest.mark.skipif(not hasattr(os, "setuid"), reason="needs POSIX")
def test_a_file_that_is_read_only_is_reported_and_the_others_are_fixed(tmp_path: Path) -> None:
    """Root may write everything, so the linter goes on as nobody where it starts as root."""
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        for file in ("locked.py", "open.py", "other.py"):
            (folder / file).write_text(TWICE)
            (folder / file).chmod(0o444 if file == "locked.py" else 0o666)
        result = subprocess.run(
            [sys.executable, "-c", AS_NOBODY],
            cwd=folder,
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=120,
        )
        assert result.returncode == 2, result.stderr
        assert "locked.py: error: can't be fixed: it is read-only" in result.stdout
        assert "Fixed 1 finding. 1 problem (1 info), no work judged." in result.stdout
        assert (folder / "locked.py").read_text() == TWICE
        assert (folder / "open.py").read_text() == ONCE


def test_a_file_that_changed_meanwhile_is_not_written(
    twice: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from daft_lint.cli.fixes import Fixes
    from daft_lint.cli.lint_run import LintRun
    from daft_lint.cli.options import SettingsFinder
    from daft_lint.cli.progress import Progress

    monkeypatch.chdir(tmp_path)
    run = LintRun(SettingsFinder(None, True, {}), verbose=False)
    with Progress(wanted=False) as progress:
        run.check([Path()], progress)
    fixes = Fixes(run, unsafe=False)
    twice.write_text(TWICE + "# new\n")
    fixes.write()
    assert twice.read_text() == TWICE + "# new\n"
    report = run.report()
    assert [failure.message for failure in report.failures] == [
        "changed since it was checked; run again to fix it"
    ]
    assert [finding.code for finding in report.findings] == ["DFT202"]
    assert report.fixed == 0


def test_a_reader_that_has_seen_enough_costs_no_fix(twice: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "daft_lint", "--fix", "."],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    reported = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=120)
    assert b"Traceback" not in reported
    assert twice.read_text() == ONCE


def test_files_keep_their_bytes_but_for_the_edits(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "odd.py"
    text = TWICE.replace("# the last one counts", "# \u00e9\t\x0c").replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    file.chmod(0o640)
    assert run("--fix", ".").returncode == 0
    fixed = text.replace(".repartition(64)", "")
    assert file.read_bytes() == b"\xef\xbb\xbf" + fixed.encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in tmp_path.iterdir()] == ["odd.py"]


def test_the_docs_show_what_is_printed(run: Run, tmp_path: Path) -> None:
    page = (Path(__file__).parents[2] / "docs" / "fixing.md").read_text(encoding="utf-8")
    program = page.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "embed.py").write_text(program)
    shown = re.findall(r"```console\n\$ daft-lint (.*)\n((?:.|\n)*?)```", page)
    assert len(shown) == 3
    for command, output in shown:
        assert run(*command.split()).stdout == output


@pytest.mark.parametrize("imported", [True, False])
def test_a_constant_is_changed_where_it_is_defined_unless_others_import_it(
    run: Run, idle: Path, tmp_path: Path, imported: bool
) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
    text = idle.read_text().replace("\n\n@daft", "\n\nTASKS = 2\n\n\n@daft", 1)
    idle.write_text(text.replace('/*.txt")\n', '/*.txt").into_partitions(TASKS)\n'))
    (tmp_path / "other.py").write_text("from idle import TASKS\n" if imported else "TASKS = 1\n")
    result = run("--fix", "--unsafe-fixes", "--select", "DFT101", ".")
    assert "Fixed 1 finding. All clear." in result.stdout
    reported = idle.read_text()
    assert ("TASKS = 2\n" in reported, ".into_partitions(TASKS)" in reported) == (
        imported,
        not imported,
    )
