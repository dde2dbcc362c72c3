"""What the cache promises on the command line: the same output, sooner, and never an old one."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from linted_programs import JOB, MODEL

from daft_lint.cli import main
from daft_lint.cli.check import command
from daft_lint.documents.document import Document
from daft_lint.linting import Linted, lint

Check = Callable[..., Result]

CLUSTER = "[tool.daft-lint.cluster]\nworkers = 2\ncpus-per-worker = 8\n"
FORMATS = ("full", "concise", "json", "github", "sarif")


@pytest.fixture(autouse=True)
def caching(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text(CLUSTER)
    folder = tmp_path / "app"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "config.py").write_text("ROWS = 100\n")
    (folder / "model.py").write_text(MODEL)
    (folder / "job.py").write_text(JOB)
    (folder / "quiet.py").write_text("import daft  # noqa: DFT101\n")
    return folder


@pytest.fixture
def check() -> Check:
    def check(*arguments: str) -> Result:
        result = CliRunner().invoke(main, ["check", "--min-confidence=possible", *arguments])
        assert result.exit_code in (0, 1), result.output
        return result

    return check


@pytest.fixture
def linted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are linted from here on."""
    paths: list[str] = []

    def noting(document: Document, *arguments: Any, **named: Any) -> Linted:
        paths.append(document.path)
        return lint(document, *arguments, **named)

    monkeypatch.setattr("daft_lint.linting.lint", noting)
    return paths


def uncached(check: Check, *arguments: str) -> Result:
    return check("--no-cache", *arguments)


def test_output_is_the_same_with_a_cache_and_without(
    app: Path, check: Check, linted: list[str]
) -> None:
    plain = {name: uncached(check, "--output-format", name) for name in FORMATS}
    assert plain["full"].exit_code == 1
    assert "leaves the 50 rows of a task in 1 morsel" in plain["full"].stdout
    first = check("--output-format", "full")
    linted.clear()
    for name in FORMATS:
        again = check("--output-format", name)
        assert (again.stdout, again.stderr, again.exit_code) == (
            plain[name].stdout,
            plain[name].stderr,
            plain[name].exit_code,
        )
    assert (first.stdout, linted) == (plain["full"].stdout, [])


def test_every_option_gives_the_same_with_a_cache(app: Path, check: Check) -> None:
    options = (
        ("--statistics",),
        ("--min-severity=warning",),
        ("--diff",),
        ("--diff", "--unsafe-fixes"),
        ("--workers=4", "--cpus-per-worker=8", "--cost-per-worker-hour=3"),
        ("--ignore=DFT1",),
        ("app/model.py",),
        ("--profile", "-q"),
    )
    for each in options:
        plain = uncached(check, *each)
        for _ in range(2):
            again = check(*each)
            assert (again.stdout, again.exit_code) == (plain.stdout, plain.exit_code), each


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("app/config.py", "ROWS = 1\n"),
        ("app/model.py", MODEL.replace("64", "1")),
        ("app/model.py", MODEL.replace("8", "2")),
        ("app/model.py", MODEL.replace("(max_concurrency=8)", "(max_concurrency=8)  # noqa: DFT1")),
        ("app/config.py", "ROWS = 100  # noqa: DFT1\n"),
        ("app/job.py", JOB.replace("into_partitions(2)", "into_partitions(3)")),
        ("app/config.py", None),
        ("app/model.py", None),
        ("app/__init__.py", None),
        ("app/config/__init__.py", "ROWS = 7\n"),
        ("app/main.py", "import daft\nimport app.job\ndaft.set_runner_native()\n"),
        (".gitignore", "app/config.py\n"),
        ("pyproject.toml", "[tool.daft-lint]\nexclude = ['app/model.py']\n"),
        ("pyproject.toml", "[tool.daft-lint.cluster]\nworkers = 3\ncpus-per-worker = 2\n"),
        ("app/pyproject.toml", "[tool.daft-lint]\nmin-severity = 'error'\n"),
    ],
)
def test_a_changed_project_is_never_reported_as_it_was(
    app: Path, check: Check, file: str, text: str | None
) -> None:
    check("--output-format=json")
    changed = app.parent / file
    changed.parent.mkdir(exist_ok=True)
    before = changed.read_text() if changed.exists() else None
    if text is None:
        changed.unlink()
    else:
        changed.write_text(text)
    assert check("--output-format=json").stdout == uncached(check, "--output-format=json").stdout
    if before is None:
        changed.unlink()
    else:
        changed.write_text(before)
    assert check("--output-format=json").stdout == uncached(check, "--output-format=json").stdout


def test_a_change_that_no_clock_shows_is_seen(app: Path, check: Check) -> None:
    model = app / "model.py"
    check()
    check()
    seen = model.stat()
    # As long as before, and as old: what a tool does that keeps times.
    model.write_text(MODEL.replace("max_concurrency=8", "max_concurrency=2"))
    os.utime(model, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    assert check().stdout == uncached(check).stdout


def test_a_swapped_file_with_older_times_is_seen(app: Path, check: Check) -> None:
    other = app / "other.txt"
    other.write_text(MODEL.replace("max_concurrency=8", "max_concurrency=2"))
    seen = (app / "model.py").stat()
    os.utime(other, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    check()
    check()
    other.replace(app / "model.py")
    assert check().stdout == uncached(check).stdout


def records(folder: Path) -> list[Path]:
    cache = folder / ".daft-lint_cache"
    return [
        file
        for file in sorted(cache.rglob("*"))
        if file.is_file() and file.name not in (".gitignore", "CACHEDIR.TAG")
    ]


@pytest.mark.parametrize(
    "broken",
    [b"", b"\0" * 100, b"{}", b"\x80\x04K\x01.", b"daft-lint cache 1 0\n{}", b"[" * 100_000],
)
def test_a_broken_cache_is_none(app: Path, check: Check, broken: bytes) -> None:
    plain = uncached(check).stdout
    check()
    assert records(app.parent)
    for file in records(app.parent):
        file.write_bytes(broken)
    assert check().stdout == plain
    for file in records(app.parent):
        file.write_bytes(file.read_bytes()[:-1])
    assert check().stdout == plain
    for file in records(app.parent):
        file.unlink()
        file.mkdir()
    assert check().stdout == plain


def test_records_of_other_files_are_not_taken_for_ones_own(app: Path, check: Check) -> None:
    plain = uncached(check).stdout
    check()
    files = records(app.parent)
    texts = [file.read_bytes() for file in files]
    for file, text in zip(files, [*texts[1:], texts[0]], strict=True):
        file.write_bytes(text)
    assert check().stdout == plain


def test_the_cache_can_be_elsewhere_or_nowhere(
    app: Path, check: Check, linted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, settings = tmp_path / ".daft-lint_cache", tmp_path / "pyproject.toml"
    uncached(check)
    monkeypatch.setenv("DAFT_LINT_NO_CACHE", "1")
    check()
    monkeypatch.delenv("DAFT_LINT_NO_CACHE")
    assert not own.exists()
    check("--cache-dir", "elsewhere")
    assert not own.exists()
    assert records(tmp_path) == []
    linted.clear()
    check("--cache-dir", "elsewhere")
    assert linted == []
    settings.write_text("[tool.daft-lint]\ncache-dir = 'build/cache'\n")
    check("app")
    assert (tmp_path / "build" / "cache" / "CACHEDIR.TAG").is_file()
    shown = check("--show-settings").stdout
    assert 'cache-dir = "build/cache"  # pyproject.toml:2' in shown
    assert not own.exists()


@pytest.mark.parametrize("way", ["option", "variable", "setting"])
def test_a_folder_with_other_files_is_not_taken_for_a_cache(
    app: Path,
    check: Check,
    linted: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    way: str,
) -> None:
    arguments = ["--cache-dir", "."] if way == "option" else []
    if way == "variable":
        monkeypatch.setenv("DAFT_LINT_CACHE_DIR", str(tmp_path))
    if way == "setting":
        with (tmp_path / "pyproject.toml").open("a") as settings:
            settings.write("[tool.daft-lint]\ncache-dir = '.'\n")
    before = set(tmp_path.iterdir())
    first = check(*arguments)
    assert {*tmp_path.iterdir()} - before == {tmp_path / ".daft-lint_cache"}
    assert "DFT101" in first.stdout
    linted.clear()
    assert check(*arguments).stdout == first.stdout
    assert linted == []


def test_a_cache_folder_without_a_name_is_refused(app: Path, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    result = CliRunner().invoke(main, ["check", "--cache-dir", ""])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == (
        "daft-lint: Invalid value for '--cache-dir': no folder is named; omit the option to use "
        ".daft-lint_cache\n"
    )
    assert set(tmp_path.iterdir()) == before


def test_a_cache_folder_that_cannot_be_is_done_without(app: Path, check: Check) -> None:
    (app.parent / ".daft-lint_cache").write_text("a file of somebody")
    assert check().stdout == uncached(check).stdout
    assert (app.parent / ".daft-lint_cache").read_text() == "a file of somebody"


def test_a_project_that_moved_is_linted_anew(
    app: Path, check: Check, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check()
    moved = tmp_path.with_name(f"{tmp_path.name}-moved")
    shutil.copytree(tmp_path, moved)
    monkeypatch.chdir(moved)
    (moved / "app" / "config.py").write_text("ROWS = 1\n")
    assert check().stdout == uncached(check).stdout
    monkeypatch.chdir(moved / "app")
    assert check().stdout == uncached(check).stdout


def test_rules_of_the_project_are_part_of_what_makes_a_result(app: Path, check: Check) -> None:
    rules = app.parent / "lint_rules"
    rules.mkdir()
    (rules / "show.py").write_text(
        "from daft_lint.rule import Problem, rule\n\n\n"
        '@rule("ACME001", "no-write")\ndef no_write(case):\n    """Writes."""\n'
        "    from lint_rules.words import WORD\n"
        "    action = case.pipeline.action\n"
        "    yield Problem(span=action.span, message=WORD, remedy='remove it', on_ray=False)\n"
    )
    (app.parent / "pyproject.toml").write_text(
        '[tool.daft-lint]\nextend-rules = ["lint_rules.show"]\n'
    )
    concise = ("--output-format=concise", "--select=ACME", "app")
    # Of other lengths: Python tells a module that changes within a second by its size alone.
    for word in ("one", "another"):
        (rules / "words.py").write_text(f"WORD = 'word {word}'\n")
        # Modules are imported once in a process: what counts is what the cache says of the next.
        from daft_lint import registry

        registry._folder.cache_clear()
        registry._with_those_of.cache_clear()
        registry._called_in.cache_clear()
        assert f"word {word}" in check(*concise).stdout


def test_fixing_with_a_cache_fixes_what_is_there(app: Path, check: Check) -> None:
    quiet = app / "quiet.py"
    check()
    assert "DFT901" in check("app/quiet.py", "--output-format=concise").stdout
    check("--fix", "app/quiet.py")
    assert "noqa" not in quiet.read_text()
    assert check("app/quiet.py").stdout == uncached(check, "app/quiet.py").stdout


def test_standard_input_is_never_taken_from_a_cache(app: Path) -> None:
    def given(text: str) -> str:
        arguments = ["check", "-", "--stdin-filename", "app/job.py", "--output-format=json"]
        return CliRunner().invoke(main, arguments, input=text).stdout

    CliRunner().invoke(main, ["check", "."])
    assert "DFT900" in given("import daft\n(")
    assert "DFT900" not in given(JOB)


def test_the_profile_tells_files_rules_and_what_was_cached(app: Path, check: Check) -> None:
    first = json.loads(check("--profile", "--output-format=json", "--no-cache").stderr)
    assert {"app/job.py", "app/model.py"} <= {file["path"] for file in first["files"]}
    assert not any(file["cached"] for file in first["files"])
    assert any(code.startswith("DFT") for code in first["rules"])
    check()
    again = json.loads(check("--profile", "--output-format=json").stderr)
    assert all(file["cached"] for file in again["files"])
    reported = check("--profile").stderr
    assert "from the cache" in reported
    assert "reading and prediction" in reported
    shared = "counts towards the first of them"
    assert shared in check("--profile", "--no-cache").stderr
    of_one = check("--profile", "app/job.py").stderr
    assert shared not in of_one
    assert of_one.startswith("1 file relevant to daft-lint, ")


def test_the_options_are_reported_in_the_help() -> None:
    options = {name for parameter in command.params for name in parameter.opts}
    assert {"--no-cache", "--cache-dir", "--jobs", "-j", "--profile"} <= options
