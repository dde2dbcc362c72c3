"""`daft-lint check --watch`: lints again when files change, as editors change them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from queue import Empty, Queue
from threading import Thread

import pytest
from click.testing import CliRunner
from linted_programs import IDLE
from syrupy.assertion import SnapshotAssertion

from daft_lint.cli import main
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.watch_mode import Watched

pytest.importorskip("watchfiles")

_PATIENCE = 60.0
CLUSTER = """\
cluster_name: small
provider: {type: aws}
max_workers: 2
available_node_types:
  head: {resources: {CPU: 4}, max_workers: 0}
  worker: {resources: {CPU: 4}, min_workers: 2, max_workers: 2}
head_node_type: head
"""


class Watch:
    """`daft-lint check --watch` at work, and what it tells line by line."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "daft_lint", "check", "--watch"),
                *("--output-format", "concise", *arguments),
            ],
            cwd=folder,
            env={**os.environ, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            # Signals of the tests are their own.
            start_new_session=True,
        )
        self._lines: Queue[str] = Queue()
        self._reader = Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def tells(self) -> str:
        """What it tells until it waits for a change."""
        reported = ""
        while "waiting for a change" not in reported and "watching for changes" not in reported:
            reported += self._lines.get(timeout=_PATIENCE)
        return reported

    def tells_until(self, fits: Callable[[str], bool]) -> str:
        """What it tells the first time that it fits: a burst of changes may be cut in two."""
        while not fits(reported := self.tells()):
            pass
        return reported

    def is_silent(self, seconds: float = 1.0) -> bool:
        try:
            self._lines.get(timeout=seconds)
        except Empty:
            return True
        return False

    def end(self) -> None:
        self.process.kill()
        self.process.wait()
        self._reader.join()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def interrupted(self) -> int:
        """The exit code after Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(_PATIENCE)


Start = Callable[..., Watch]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start a watch of the test's own folder."""
    started: list[Watch] = []

    def start(*arguments: str) -> Watch:
        started.append(Watch(tmp_path, *arguments))
        return started[-1]

    yield start
    for watch in started:
        watch.end()


def _found(reported: str) -> list[str]:
    return [line.split(":")[0] for line in reported.splitlines() if " DFT101 " in line]


def test_it_lints_again_until_ctrl_c(start: Start, tmp_path: Path) -> None:
    """Saved in place and by a renamed copy, added, moved in a folder, deleted."""
    file = tmp_path / "a.py"
    file.write_text("import daft\n")
    watch = start()
    assert "No problems found, no work judged. 1 file read." in watch.tells()

    file.write_text(IDLE)
    assert _found(watch.tells_until(lambda reported: "a.py" in reported)) == ["a.py"]

    draft = tmp_path / "a.py.tmp"
    draft.write_text("import daft\n")
    draft.replace(file)
    watch.tells_until(
        lambda reported: "No problems found, no work judged. 1 file read." in reported
    )

    package = tmp_path / "package"
    package.mkdir()
    (package / "b.py").write_text(IDLE)
    assert _found(watch.tells_until(lambda reported: "b.py" in reported)) == ["package/b.py"]

    package.rename(tmp_path / "moved.on")
    assert _found(watch.tells_until(lambda reported: "moved.on" in reported)) == ["moved.on/b.py"]

    (tmp_path / "moved.on" / "b.py").unlink()
    watch.tells_until(
        lambda reported: "No problems found, no work judged. 1 file read." in reported
    )
    assert watch.interrupted() == 0


def test_settings_count_and_wrong_ones_are_waited_for(start: Start, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(IDLE)
    settings = tmp_path / "pyproject.toml"
    watch = start("a.py")
    assert _found(watch.tells()) == ["a.py"]
    settings.write_text("[tool.daft-lint]\nignore = ['DFT101'\n")
    reported = watch.tells_until(lambda shown: "pyproject.toml" in shown)
    assert reported.count("\n") == 1
    assert reported.endswith("; waiting for a change\n")
    settings.write_text("[tool.daft-lint]\nignore = ['DFT101']\n")
    watch.tells_until(lambda shown: "No problems found. 1 piece of work: 1 open." in shown)
    assert watch.interrupted() == 0


def test_what_new_settings_name_counts_from_then_on(start: Start, tmp_path: Path) -> None:
    """Other files to include, a baseline and a cluster file, though they aren't there yet."""
    (tmp_path / "a.py").write_text(IDLE)
    settings = tmp_path / "pyproject.toml"
    settings.write_text("[tool.daft-lint]\n")
    watch = start(".")
    assert _found(watch.tells()) == ["a.py"]

    settings.write_text("[tool.daft-lint]\ncluster-file = 'cluster.yaml'\n")
    watch.tells_until(lambda reported: "cluster.yaml can't be read" in reported)
    (tmp_path / "cluster.yaml").write_text(CLUSTER)
    assert "for 3 workers" in watch.tells_until(lambda reported: "a.py" in reported)

    settings.write_text("[tool.daft-lint]\ninclude = ['*.py', '*.md']\nbaseline = 'base.json'\n")
    watch.tells_until(lambda reported: "base.json: there is no such file" in reported)
    (tmp_path / "base.json").write_text('{"version": 1, "findings": []}')
    assert _found(watch.tells_until(lambda reported: "a.py" in reported)) == ["a.py"]
    (tmp_path / "b.md").write_text(f"```python\n{IDLE}```\n")
    assert _found(watch.tells_until(lambda reported: "b.md" in reported)) == ["a.py", "b.md"]
    assert watch.interrupted() == 0


def test_what_does_not_matter_is_passed_over(start: Start, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(IDLE)
    watch = start(".")
    watch.tells()
    (tmp_path / ".venv").mkdir()
    for name in ("notes.txt", ".a.py.swp", "4913", "a.py~", ".venv/b.py", ".#a.py"):
        (tmp_path / name).write_text(IDLE)
    assert watch.is_silent()
    assert watch.process.poll() is None


def test_what_can_not_be_linted_the_first_time_ends_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint]\nignored = []\n")
    assert start().process.wait(_PATIENCE) == 2


def _finder() -> SettingsFinder:
    return SettingsFinder.of_rules((), (), isolated=False)


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    (tmp_path / "src").mkdir()
    (tmp_path / "pyproject.toml").write_text(
        "[tool.daft-lint]\nextend-include = ['*.ipynb']\nbaseline = 'known.json'\n"
    )
    (tmp_path / "known.json").write_text("[]")
    finder = _finder()
    return Watched.around([tmp_path / "src"], finder)


@pytest.mark.parametrize(
    "name",
    ["src/a.py", "other/b.py", "draft.ipynb", "pyproject.toml", "src/pyproject.toml",
     ".gitignore", "uv.lock", "poetry.lock", "requirements-dev.txt", "known.json", "src"],
)  # fmt: skip
def test_code_settings_and_named_files_matter(watched: Watched, tmp_path: Path, name: str) -> None:
    assert watched.matters(str(tmp_path / name))


@pytest.mark.parametrize(
    "name",
    [".git/index", "a.pyc", "src/.a.py.swp", "a.md", "notes.txt"],
)
def test_other_files_do_not(watched: Watched, tmp_path: Path, name: str) -> None:
    assert not watched.matters(str(tmp_path / name))


def test_a_folder_that_is_gone_matters_if_files_of_it_were_checked(
    watched: Watched, tmp_path: Path
) -> None:
    assert not watched.matters(str(tmp_path / "gone.d"))
    watched.checked = frozenset({tmp_path / "gone.d"})
    assert watched.matters(str(tmp_path / "gone.d"))


def _changes_seen(watched: Watched, change: Callable[[], object]) -> int:
    """How often a change is told until all is quiet."""
    with closing(watched.looks()) as looks:
        assert not next(looks)
        change()
        quiet, seen = 0, 0
        while quiet < 10:
            changed = next(looks)
            quiet, seen = 0 if changed else quiet + 1, seen + changed
    return seen


def test_a_burst_of_changes_is_reported_as_one(watched: Watched, tmp_path: Path) -> None:
    def check_out() -> None:
        for number in range(100):
            (tmp_path / "src" / f"{number}.py").write_text("import daft\n")

    assert 1 <= _changes_seen(watched, check_out) <= 3


def test_a_name_that_is_no_utf_8_is_no_hindrance(watched: Watched, tmp_path: Path) -> None:
    def add() -> None:
        try:
            Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff.py")).touch()
        except OSError:
            pytest.skip("this file system takes no such name")

    assert _changes_seen(watched, add) >= 1
    assert _changes_seen(watched, (tmp_path / "a.py").touch) >= 1


def test_files_of_the_settings_count_wherever_they_are(tmp_path: Path) -> None:
    project, elsewhere = tmp_path / "project", tmp_path / "elsewhere"
    for folder in (project, elsewhere):
        folder.mkdir()
    (project / "pyproject.toml").write_text("[tool.daft-lint]\nbaseline = '../elsewhere/b.json'\n")
    baseline = elsewhere / "b.json"
    baseline.write_text("[]")
    finder = _finder()
    watched = Watched.around([project], finder)

    def replace() -> None:
        (elsewhere / "new").write_text("[ ]")
        (elsewhere / "new").replace(baseline)

    assert _changes_seen(watched, replace) == 1
    assert _changes_seen(watched, (elsewhere / "other.py").touch) == 0


def test_other_settings_lead_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To other folders, and to files outside of all of them."""
    package = tmp_path / "project" / "package"
    package.mkdir(parents=True)
    monkeypatch.chdir(package)
    watched = Watched.around([package], _finder())
    with closing(watched.looks()) as looks:
        assert not next(looks)
        (package.parent / "pyproject.toml").write_text(
            "[tool.daft-lint]\nbaseline = '../known.json'\n"
        )
        watched.follow(_finder())
        assert any(next(looks) for _ in range(10))
        for name in ("project/b.py", "known.json"):
            while next(looks):
                pass
            (tmp_path / name).write_text("[]")
            assert any(next(looks) for _ in range(50))


@pytest.mark.parametrize(
    "arguments",
    [
        ("--fix",),
        ("--diff",),
        ("--output-file", "out.txt"),
        ("--output-format", "json"),
        ("--write-baseline", "known.json"),
        ("--add-noqa",),
        ("--show-settings",),
    ],
    ids=" ".join,
)
def test_what_does_not_go_with_it_is_reported_in_one_line(
    arguments: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    snapshot: SnapshotAssertion,
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["check", "--watch", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == snapshot


def test_without_its_library_one_line_tells_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    result = CliRunner().invoke(main, ["check", "--watch"])
    assert result.exit_code == 2
    assert result.stderr == (
        f"daft-lint: --watch needs watchfiles: {sys.executable} -m pip install 'daft-lint[watch]'\n"
    )
