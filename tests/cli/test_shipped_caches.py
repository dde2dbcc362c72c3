"""What a checkout ships can't hurt: caches that came with it, and links in their place."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from linted_programs import IDLE

Run = Callable[..., CompletedProcess[str]]
WITH_CACHE = {"DAFT_LINT_NO_CACHE": ""}


def as_user(home: Path, secret: str = "") -> dict[str, str]:
    """The environment of a user with a home, and so with a key, of their own."""
    home.mkdir(exist_ok=True)
    return {
        **WITH_CACHE,
        "DAFT_LINT_CACHE_KEY": secret,
        "XDG_CACHE_HOME": "",
        "HOME": str(home),
    }


@pytest.mark.parametrize("options", [(), ("--no-cache",), ("--isolated",), ("--fix",)], ids=str)
def test_a_shipped_cache_counts_for_nothing(
    run: Run, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, options: tuple[str, ...]
) -> None:
    """Somebody lints a clean file, ships the cache, and puts another file in its place."""
    theirs = as_user(tmp_path_factory.mktemp("theirs"))
    mine = as_user(tmp_path_factory.mktemp("mine"))
    job = tmp_path / "job.py"
    job.write_text("import daft\n")
    assert run("job.py", *options, **theirs).returncode == 0
    cache = tmp_path / ".daft-lint_cache"
    forged = cache if cache.exists() else None
    if forged is not None:
        # All names that a run of the same command line may look for hold their word.
        records = [path for path in cache.rglob("*") if path.is_file() and len(path.name) >= 30]
        for record in records:
            record.write_bytes(record.read_bytes())
    job.write_text(IDLE)
    found = run("job.py", *options, **mine)
    assert "DFT101" in found.stdout
    assert found.returncode == 1


def test_a_cache_of_ones_own_is_used(
    run: Run, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    mine = as_user(tmp_path_factory.mktemp("mine"))
    (tmp_path / "job.py").write_text(IDLE)
    assert "(cached)" not in run("-v", "job.py", **mine).stderr
    assert "(cached)" in run("-v", "job.py", **mine).stderr
    theirs = as_user(tmp_path_factory.mktemp("theirs"))
    assert "(cached)" not in run("-v", "job.py", **theirs).stderr


@pytest.mark.parametrize("link", [".daft-lint_cache", ".daft-lint_cache/replays"])
@pytest.mark.parametrize("options", [(), ("--isolated",)], ids=str)
def test_nothing_behind_a_link_is_touched(
    run: Run,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    link: str,
    options: tuple[str, ...],
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    for number in range(80):
        (outside / f"{number:032x}").write_text("a thesis")
    before = sorted(path.name for path in outside.iterdir())
    (tmp_path / link).parent.mkdir(exist_ok=True)
    (tmp_path / link).symlink_to(outside)
    (tmp_path / "job.py").write_text(IDLE)
    mine = as_user(tmp_path_factory.mktemp("mine"))
    for _ in range(2):
        assert run(".", *options, **mine).returncode == 1
    assert sorted(path.name for path in outside.iterdir()) == before


def test_only_replays_are_pruned(
    run: Run, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    replays = tmp_path / ".daft-lint_cache" / "replays"
    replays.mkdir(parents=True)
    for number in range(80):
        (replays / f"note {number}").write_text("mine")
    (tmp_path / "job.py").write_text(IDLE)
    assert run(".", **as_user(tmp_path_factory.mktemp("mine"))).returncode == 1
    assert sum(path.name.startswith("note ") for path in replays.iterdir()) == 80


def test_a_cache_dir_of_settings_stays_in_the_project(run: Run, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    (project / "job.py").write_text(IDLE)
    (tmp_path / "outside").mkdir()
    for folder in ("../outside", str(tmp_path / "outside"), "linked"):
        (project / "pyproject.toml").write_text(f'[tool.daft-lint]\ncache-dir = "{folder}"\n')
        if folder == "linked":
            (project / "linked").symlink_to(tmp_path / "outside")
        reported = run("project", **WITH_CACHE)
        assert reported.returncode == 2
        assert "cache-dir: is outside the project" in reported.stderr
    shutil.rmtree(tmp_path / "outside")
    (project / "pyproject.toml").write_text('[tool.daft-lint]\ncache-dir = "build/cache"\n')
    assert run("project", **WITH_CACHE).returncode == 1


def test_modules_of_the_current_folder_are_left_alone(run: Run, tmp_path: Path) -> None:
    for name in ("click", "libcst", "rich", "json"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('it runs')\n")
    (tmp_path / "job.py").write_text(IDLE)
    done = run("job.py")
    assert "DFT101" in done.stdout
    assert done.stderr == ""
