"""A run over files that have not changed repeats the last result, and reads none of them."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from linted_programs import JOB, MODEL

from daft_lint.caching import output_cache
from daft_lint.caching.netstrings import in_a_row
from daft_lint.caching.output_cache import replayed, written
from daft_lint.caching.seals import opened, sealed
from daft_lint.caching.secret import known_key
from daft_lint.caching.signatures import signature
from daft_lint.cli import main, output_recorder

SETTINGS = """\
[tool.daft-lint]
exclude = ["generated/"]

[tool.daft-lint.cluster]
workers = 2
cpus-per-worker = 8
"""

Again = Callable[..., tuple[str, int] | None]
Check = Callable[..., str]


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)
    monkeypatch.chdir(tmp_path)
    # What is as young as the files of a test is never said again else.
    monkeypatch.setattr(output_recorder, "_RACY", -(10**15))
    monkeypatch.setattr(output_cache, "_shown_by", lambda stream: ("utf-8",))
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "config.py").write_text("from generated.figures import ROWS\n")
    (folder / "model.py").write_text(MODEL)
    (folder / "job.py").write_text(JOB)
    (folder / "quiet.py").write_text("import daft  # noqa: DFT101\n")
    (tmp_path / "generated").mkdir()
    (tmp_path / "generated" / "figures.py").write_text("ROWS = 100\n")
    return folder


@pytest.fixture
def check() -> Check:
    def check(*arguments: str) -> str:
        given = list(arguments)
        result = CliRunner().invoke(main, given, obj=given)
        assert result.exit_code in (0, 1), result.output
        return result.stdout

    return check


@pytest.fixture
def again() -> Again:
    def again(*arguments: str) -> tuple[str, int] | None:
        found = replayed(list(arguments), os.environ)
        return None if found is None else (found[0].decode(), found[1])

    return again


FINDINGS = ("check", "--min-confidence=possible")


def test_what_was_said_is_said_again(app: Path, check: Check, again: Again) -> None:
    commands = (FINDINGS, (*FINDINGS, "--output-format=json"), ("app",), ("app/model.py", "-q"))
    for command in commands:
        assert again(*command) is None
        said = check(*command)
        found = again(*command)
        assert found is not None
        assert found == (said, 0 if "-q" in command else 1)
    assert "leaves the 50 rows of a task in 1 morsel" in check(*FINDINGS)
    assert again(*FINDINGS, "--exit-zero") is None


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("app/job.py", JOB.replace("into_partitions(2)", "into_partitions(16)")),
        ("app/config.py", "ROWS = 1\n"),
        ("app/config.py", None),
        ("app/__init__.py", None),
        ("app/new.py", "import daft\n(\n"),
        ("new/new.py", "import daft\n(\n"),
        ("generated/figures.py", "ROWS = 1_000_000\n"),
        ("generated/figures.py", None),
        ("pyproject.toml", "[tool.daft-lint]\nselect = ['DFT9']\n"),
        ("pyproject.toml", None),
        ("app/pyproject.toml", "[tool.daft-lint]\nselect = ['DFT9']\n"),
        ("app/.gitignore", "job.py\n"),
        (".gitignore", "job.py\n"),
        ("uv.lock", '[[package]]\nname = "daft"\nversion = "0.6.4"\n'),
        ("requirements-dev.txt", "daft==0.6.4\n"),
        (".git", "gitdir: elsewhere"),
    ],
)
def test_nothing_is_said_again_once_something_changed(
    app: Path, check: Check, again: Again, file: str, text: str | None
) -> None:
    check(*FINDINGS)
    assert again(*FINDINGS) is not None
    changed = app.parent / file
    changed.parent.mkdir(exist_ok=True)
    if text is None:
        changed.unlink()
    else:
        changed.write_text(text)
    assert again(*FINDINGS) is None
    said = check(*FINDINGS)
    assert said == check(*FINDINGS, "--no-cache")


def test_a_new_lock_file_in_the_root_counts_for_a_single_file(
    app: Path, check: Check, again: Again
) -> None:
    check("app/model.py")
    assert again("app/model.py") is not None
    (app.parent / "uv.lock").write_text('[[package]]\nname = "daft"\nversion = "0.6.4"\n')
    assert again("app/model.py") is None


def test_a_file_that_keeps_its_size_and_time_is_known_by_its_inode(
    app: Path, check: Check, again: Again
) -> None:
    model = app / "model.py"
    check(*FINDINGS)
    seen = model.stat()
    other = app / "model.txt"
    other.write_text(MODEL.replace("=8", "=2"))
    os.utime(other, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    other.replace(model)
    assert again(*FINDINGS) is None


def test_what_is_too_young_to_be_sure_of_is_not_said_again(
    app: Path, check: Check, again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output_recorder, "_RACY", 2_000_000_000)
    check(*FINDINGS)
    assert again(*FINDINGS) is None
    monkeypatch.setattr(output_recorder, "_RACY", -(10**15))
    check(*FINDINGS)
    assert again(*FINDINGS) is not None


@pytest.mark.parametrize(
    "options",
    [
        ("--no-cache",),
        ("--fix",),
        ("--diff",),
        ("--output-file=out.txt",),
        ("--write-baseline=known.json",),
        ("-v",),
        ("--profile",),
        ("--cache-dir=elsewhere",),
    ],
)
def test_what_does_more_than_tell_is_done_each_time(
    app: Path, check: Check, again: Again, options: tuple[str, ...]
) -> None:
    check(*FINDINGS, *options)
    assert again(*FINDINGS, *options) is None


def test_what_could_not_be_checked_is_checked_again(app: Path, again: Again, check: Check) -> None:
    (app / "broken.py").write_bytes(b"import daft\n\xff")
    given = list(FINDINGS)
    assert CliRunner().invoke(main, given, obj=given).exit_code == 2
    assert again(*FINDINGS) is None


def test_rules_of_others_are_asked_each_time(app: Path, check: Check, again: Again) -> None:
    (app.parent / "acme.py").write_text(
        "from daft_lint.rule import rule\n\n\n"
        '@rule("ACME001", "nothing")\ndef nothing(case):\n    """Nothing."""\n    return ()\n'
    )
    check(*FINDINGS, "--extend-rules=acme")
    assert again(*FINDINGS, "--extend-rules=acme") is None


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"{}",
        b"1:0,9:all clear",
        in_a_row([b"0"]),
        written([], b"all clear", 0),
        in_a_row([b"0", b"all clear", b"", b"", b""]),
        in_a_row([b"0", b"all clear", b"app", b"", b"", b""]),
        in_a_row([b"zero", b"all clear", b"", b"", b"", signature([], [], ())[0].encode()]),
        written([(["/no/such"], [], [".py"], "")], b"all clear", 0),
    ],
)
def test_a_broken_replay_is_none(app: Path, check: Check, again: Again, broken: bytes) -> None:
    said = check(*FINDINGS)
    (replay,) = (app.parent / ".daft-lint_cache" / "replays").iterdir()
    for data in (broken, sealed(broken, own()), replay.read_bytes()[:-1]):
        replay.write_bytes(data)
        assert again(*FINDINGS) is None
    assert check(*FINDINGS) == said
    assert again(*FINDINGS) is not None


def own() -> bytes:
    key = known_key(os.environ)
    assert key is not None
    return key


def test_a_replay_that_somebody_else_sealed_is_none(app: Path, check: Check, again: Again) -> None:
    """A checkout may bring one along, with an output of its choice."""
    check(*FINDINGS)
    (replay,) = (app.parent / ".daft-lint_cache" / "replays").iterdir()
    data = opened(replay.read_bytes(), own())
    assert data is not None
    for forged in (sealed(data, b"theirs"), replay.read_bytes().replace(b"cache 2", b"cache 1")):
        replay.write_bytes(forged)
        assert again(*FINDINGS) is None


@pytest.mark.parametrize("option", ["--no-cache", "--isolated"])
def test_nothing_is_read_where_nothing_of_before_is_wanted(
    app: Path, check: Check, again: Again, option: str
) -> None:
    check(*FINDINGS, option)
    assert again(*FINDINGS, option) is None


def test_only_the_newest_replays_are_kept(app: Path, check: Check) -> None:
    folder = app.parent / ".daft-lint_cache" / "replays"
    folder.mkdir(parents=True)
    for number in range(80):
        (folder / f"{number:032x}").write_text("")
    check(*FINDINGS)
    assert len(list(folder.iterdir())) <= 51


def test_a_start_with_nothing_to_do_imports_next_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text("import daft\n")
    environment = {name: text for name, text in os.environ.items() if name != "DAFT_LINT_NO_CACHE"}

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-X", "importtime", "-m", "daft_lint", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )

    version = run("--version")
    assert version.stdout.startswith("daft-lint, version ")
    assert " click" not in version.stderr
    first = run(".")
    assert " click" in first.stderr
    time.sleep(2.1)
    run(".")
    last = run(".")
    assert last.stdout == first.stdout
    for module in ("click", "dataclasses", "pathlib", "typing", "hashlib", "json", "libcst", "re"):
        assert f" {module}\n" not in last.stderr.partition(" daft_lint\n")[2]
