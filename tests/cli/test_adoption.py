"""How a project with findings starts: a baseline, or comments at all of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.cli import main

Run = Callable[..., subprocess.CompletedProcess[str]]

SECOND = """\
import daft

df = daft.read_parquet("s3://bucket/").into_batches(1_000).repartition(16)
df.write_parquet("s3://copy/")
"""
BATCHES = 'df = daft.read_parquet("s3://bucket/").into_batches(1_000).repartition(16)'


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `daft-lint` as a person does, but in this process: most tests here run it often."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        written = capsys.readouterr()
        code = ended.value.code
        return subprocess.CompletedProcess(
            arguments, code if isinstance(code, int) else 1, written.out, written.err
        )

    return run


@pytest.fixture
def two(idle: Path, tmp_path: Path) -> tuple[Path, Path]:
    """Two files with a finding each: DFT101 in idle.py, DFT201 in jobs/second.py."""
    second = tmp_path / "jobs" / "second.py"
    second.parent.mkdir()
    second.write_text(SECOND)
    return idle, second


def said(result: subprocess.CompletedProcess[str]) -> str:
    return f"exit {result.returncode}\n{result.stdout}--- stderr\n{result.stderr}"


def codes(result: subprocess.CompletedProcess[str]) -> list[str]:
    return [entry["code"] for entry in json.loads(result.stdout)["findings"]]


# A baseline is written, and read.


def test_findings_in_the_baseline_are_known(
    run: Run, two: tuple[Path, Path], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    assert said(run("--write-baseline", "baseline.json", ".")) == snapshot(name="written")
    assert (tmp_path / "baseline.json").read_text() == snapshot(name="baseline.json")
    assert said(run("--baseline", "baseline.json", ".")) == snapshot(name="read")


def test_a_baseline_in_the_settings_stands_beside_them(
    run: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    settings = tmp_path / "jobs" / "pyproject.toml"
    settings.write_text("[tool.daft-lint]\nbaseline = '../known/jobs.json'\n")
    (tmp_path / "known").mkdir()
    assert run("--write-baseline", "known/jobs.json", "jobs").returncode == 0
    entries = json.loads((tmp_path / "known" / "jobs.json").read_text())["findings"]
    assert [entry["path"] for entry in entries] == ["../jobs/second.py"]
    assert run("jobs").returncode == 0
    assert codes(run(".", "--output-format", "json")) == ["DFT101"]
    assert codes(run("--isolated", "jobs", "--output-format", "json")) == ["DFT201"]


def test_known_findings_can_be_shown(run: Run, two: tuple[Path, Path], tmp_path: Path) -> None:
    run("--write-baseline", "baseline.json", ".")
    (tmp_path / "daft-lint.toml").write_text('baseline = "baseline.json"\n')
    assert codes(run("--output-format", "json", ".")) == []
    assert codes(run("--no-baseline", "--output-format", "json", ".")) == ["DFT101", "DFT201"]


def test_the_folder_a_run_starts_in_does_not_matter(
    run: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    run("--write-baseline", "baseline.json", ".")
    (tmp_path / "link").symlink_to("jobs")
    for path in (str(tmp_path), str(tmp_path / "jobs"), "jobs/../jobs/second.py", "link"):
        assert run("--baseline", "jobs/../baseline.json", path).returncode == 0


def test_moved_and_reformatted_code_is_known(run: Run, two: tuple[Path, Path]) -> None:
    run("--write-baseline", "baseline.json", ".")
    second = two[1]
    new = (
        "import os\nimport daft\n\n\ndef job():\n    df = (\n"
        "        daft.read_parquet('s3://bucket/')  # all\n"
        "        .into_batches(\n            1_000,\n        )\n        .repartition(16)\n    )\n"
        "    df.write_parquet('s3://copy/')\n\n\njob()\n"
    )
    second.write_text(new)
    result = run("--baseline", "baseline.json", ".")
    assert (result.returncode, result.stderr) == (0, "")


def test_one_more_of_a_known_kind_is_reported(
    run: Run, two: tuple[Path, Path], snapshot: SnapshotAssertion
) -> None:
    run("--write-baseline", "baseline.json", ".")
    two[1].write_text(SECOND + SECOND.split("\n", 2)[2])
    result = run("--baseline", "baseline.json", ".", "--output-format", "concise")
    assert said(result) == snapshot


def test_only_new_findings_are_fixed(run: Run, two: tuple[Path, Path]) -> None:
    run("--write-baseline", "baseline.json", "jobs")
    arguments = ("--baseline", "baseline.json", "--fix", "--unsafe-fixes", ".")
    result = run(*arguments, "--output-format", "concise")
    assert two[1].read_text() == SECOND
    assert "into_partitions" in two[0].read_text()
    assert (result.returncode, result.stderr) == (0, "")


# What is gone.


def test_what_is_gone_is_pruned(
    run: Run, two: tuple[Path, Path], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    run("--write-baseline", "baseline.json", ".")
    two[1].write_text("import daft\n")
    assert run("--baseline", "baseline.json", ".").stderr == ""
    assert said(run("--write-baseline", "baseline.json", ".")) == snapshot(name="pruned")
    assert "second.py" not in (tmp_path / "baseline.json").read_text()
    assert run("--baseline", "baseline.json", ".").stderr == ""


def test_nothing_is_pruned_of_what_was_not_looked_at(
    run: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    run("--write-baseline", "baseline.json", ".")
    known = (tmp_path / "baseline.json").read_text()
    for arguments in (
        ("idle.py",),
        ("--select", "DFT101", "."),
        ("--ignore", "unnecessary-into-batches", "."),
        ("--min-severity", "error", "."),
        ("--min-confidence", "certain", "."),
    ):
        run("--write-baseline", "baseline.json", *arguments)
        assert (tmp_path / "baseline.json").read_text() == known, arguments


def test_entries_of_a_file_that_is_no_more_are_pruned(
    run: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    run("--write-baseline", "baseline.json", ".")
    two[1].unlink()
    assert "removed 1 that" in run("--write-baseline", "baseline.json", "idle.py").stderr
    assert "second.py" not in (tmp_path / "baseline.json").read_text()


@pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python reads it")
def test_a_file_for_a_newer_python_is_never_known_either(tmp_path: Path, run: Run) -> None:
    (tmp_path / "newer.py").write_text('import daft\n\nx = t"a {daft}"\n')
    first = run("--write-baseline", "known.json", "newer.py")
    assert "wrote 0 findings" in first.stderr
    again = run("--baseline", "known.json", "newer.py")
    assert ("DFT903" in first.stdout, first.returncode) == (True, 1)
    assert first.stdout == again.stdout
    assert "added no comments" in run("--add-noqa", "newer.py").stderr


def test_a_syntax_error_is_never_known_and_hides_nothing(
    run: Run, two: tuple[Path, Path], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    run("--write-baseline", "baseline.json", ".")
    known = (tmp_path / "baseline.json").read_text()
    two[1].write_text(SECOND + "(\n")
    result = run("--write-baseline", "baseline.json", ".", "--output-format", "concise")
    assert said(result) == snapshot
    assert (tmp_path / "baseline.json").read_text() == known
    result = run("--baseline", "baseline.json", ".", "--output-format", "json")
    assert (codes(result), result.stderr) == (["DFT900"], "")


def test_a_file_that_cannot_be_checked_keeps_its_entries(
    run: Run, two: tuple[Path, Path], tmp_path: Path
) -> None:
    run("--write-baseline", "baseline.json", ".")
    known = (tmp_path / "baseline.json").read_text()
    two[1].write_bytes(b"import daft\0")
    assert run("--write-baseline", "baseline.json", ".").returncode == 2
    assert (tmp_path / "baseline.json").read_text() == known
    result = run("--baseline", "baseline.json", ".")
    assert (result.returncode, result.stderr) == (2, "")


# What can't be used.


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("missing.json", None),
        ("binary.json", b"\xff\xfe\0"),
        ("future.json", b'{"version": 2, "findings": []}'),
        ("broken.json", b'{"version": 1, "findings": [{"path": 3}]}'),
        ("cut.json", b'{"version": 1, "findings": [{"path": "a.py", "ru'),
        ("jobs", None),
    ],
)
def test_a_baseline_that_cannot_be_read_is_reported_in_one_line(
    run: Run,
    two: tuple[Path, Path],
    tmp_path: Path,
    name: str,
    data: bytes | None,
    snapshot: SnapshotAssertion,
) -> None:
    file = tmp_path / name
    if data is not None:
        file.write_bytes(data)
    result = run("--baseline", name, ".")
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr == snapshot
    if data is not None:
        assert run("--write-baseline", name, ".").returncode == 2
        assert file.read_bytes() == data


@pytest.mark.parametrize(
    "arguments",
    [
        ("--write-baseline", "jobs", "."),
        ("--write-baseline", "a.json", "--baseline", "a.json", "."),
        ("--no-baseline", "--baseline", "a.json", "."),
        ("--write-baseline", "a.json", "--add-noqa", "."),
        ("--add-noqa", "--diff", "."),
        ("--add-noqa=a # noqa", "."),
        ("--add-noqa=two\nlines", "."),
    ],
    ids=lambda arguments: " ".join(arguments).replace("\n", " "),
)
def test_options_that_make_no_sense_change_nothing(
    run: Run,
    two: tuple[Path, Path],
    tmp_path: Path,
    arguments: tuple[str, ...],
    snapshot: SnapshotAssertion,
) -> None:
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    result = run(*arguments)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert result.stderr == snapshot
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


# Comments.


def test_comments_at_all_findings(
    run: Run, two: tuple[Path, Path], snapshot: SnapshotAssertion
) -> None:
    assert said(run("--add-noqa", ".")) == snapshot(name="said")
    assert two[1].read_text() == SECOND.replace(BATCHES, f"{BATCHES}  # noqa: DFT201")
    assert said(run(".")) == snapshot(name="afterwards")
    assert said(run("--add-noqa", ".")) == snapshot(name="nothing left")


def test_comments_with_a_reason(run: Run, two: tuple[Path, Path]) -> None:
    assert run("--add-noqa=known since May", "jobs").returncode == 0
    comment = "# daft-lint: ignore[DFT201] known since May"
    assert two[1].read_text() == SECOND.replace(BATCHES, f"{BATCHES}  {comment}")
    assert run("jobs").returncode == 0


def test_only_what_is_reported_is_silenced(run: Run, two: tuple[Path, Path]) -> None:
    run("--write-baseline", "baseline.json", "jobs")
    run("--baseline", "baseline.json", "--add-noqa", ".")
    assert "noqa" not in two[1].read_text()
    assert "noqa: DFT101" in two[0].read_text()


def test_what_no_comment_can_silence_is_left(
    run: Run, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    (tmp_path / "broken.py").write_text("import daft\ndf = daft.range(10\n")
    unused = "import daft  # daft-lint: ignore[DFT101] small\n"
    (tmp_path / "unused.py").write_text(unused)
    result = run("--add-noqa", ".", "--output-format", "concise")
    assert said(result) == snapshot
    assert (tmp_path / "unused.py").read_text() == unused


def test_line_ends_and_mode_stay(run: Run, two: tuple[Path, Path]) -> None:
    text = "# é\n" + SECOND
    two[1].write_bytes(text.replace("\n", "\r\n").encode())
    two[1].chmod(0o640)
    assert run("--add-noqa=à voir", "jobs").returncode == 0
    after = text.replace(BATCHES, f"{BATCHES}  # daft-lint: ignore[DFT201] à voir")
    assert two[1].read_bytes() == after.replace("\n", "\r\n").encode()
    assert two[1].stat().st_mode & 0o777 == 0o640


def test_a_file_that_cannot_be_written_is_reported(
    run: Run, two: tuple[Path, Path], tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.py"
    outside.write_text(SECOND)
    two[1].unlink()
    two[1].symlink_to(outside)
    result = run("--add-noqa", ".", "--output-format", "concise")
    outside_said = said(result).replace(str(outside), "OUTSIDE")
    assert outside.read_text() == SECOND
    assert outside_said == snapshot


def test_an_encoding_that_lacks_a_letter_of_the_reason(run: Run, two: tuple[Path, Path]) -> None:
    text = "# coding: latin-1\n" + SECOND
    two[1].write_text(text)
    result = run("--add-noqa=später → nie", "jobs", "--output-format", "concise")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr
    assert two[1].read_text() == text
