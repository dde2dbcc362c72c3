"""Records count only where this user wrote them."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from daft_lint.caching.records import make_folder, read_record, remove_unfinished, write_record
from daft_lint.caching.seals import opened, sealed
from daft_lint.caching.secret import VARIABLE, known_key, own_key

KEY, OTHER = b"k" * 32, b"o" * 32


def test_a_record_opens_with_the_key_that_sealed_it() -> None:
    record = sealed(b"data", KEY)
    assert opened(record, KEY) == b"data"
    assert opened(record, OTHER) is None


@pytest.mark.parametrize("forged", [b"", b"data", b"daft-lint cache 1 00\ndata"])
def test_whatever_is_no_such_record_is_missing(forged: bytes) -> None:
    assert opened(forged, KEY) is None
    record = sealed(b"data", KEY)
    assert opened(record[:-1], KEY) is None
    assert opened(record.replace(b"data", b"more"), KEY) is None


def test_a_key_is_made_once_and_for_its_user_alone(tmp_path: Path) -> None:
    user = {"XDG_CACHE_HOME": str(tmp_path)}
    assert known_key(user) is None
    key = own_key(user)
    assert key is not None
    assert known_key(user) == own_key(user) == key
    mode = (tmp_path / "daft-lint" / "key").stat().st_mode
    assert stat.S_IMODE(mode) == 0o600


def test_a_key_that_others_may_write_is_none(tmp_path: Path) -> None:
    user = {"XDG_CACHE_HOME": str(tmp_path)}
    own_key(user)
    (tmp_path / "daft-lint" / "key").chmod(0o666)
    assert known_key(user) is None


def test_a_key_behind_a_link_is_none(tmp_path: Path) -> None:
    (tmp_path / "daft-lint").mkdir()
    (tmp_path / "known").write_bytes(KEY)
    (tmp_path / "daft-lint" / "key").symlink_to(tmp_path / "known")
    assert known_key({"XDG_CACHE_HOME": str(tmp_path)}) is None


def test_without_a_home_nothing_is_kept() -> None:
    assert own_key({}) is None
    assert own_key({"XDG_CACHE_HOME": "relative"}) is None


def test_a_secret_of_the_environment_is_a_key_for_ci(tmp_path: Path) -> None:
    assert known_key({VARIABLE: "secret"}) != known_key({VARIABLE: "another"})
    assert own_key({VARIABLE: "secret", "HOME": str(tmp_path)}) == known_key({VARIABLE: "secret"})
    assert not any(tmp_path.iterdir())


def test_what_another_user_wrote_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "theirs")
    assert write_record(tmp_path / "record", b"forged")
    monkeypatch.setenv(VARIABLE, "mine")
    assert read_record(tmp_path / "record") is None


def test_a_cache_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (tmp_path / ".daft-lint_cache").symlink_to(outside)
    assert make_folder(tmp_path / ".daft-lint_cache", "replays") is None
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "replays").symlink_to(outside)
    assert make_folder(tmp_path / "cache", "replays") is None
    (tmp_path / "cache" / "results").mkdir()
    (tmp_path / "cache" / "results" / "ab").symlink_to(outside)
    assert make_folder(tmp_path / "cache", "results", "ab") is None
    assert not any(outside.iterdir())


def test_only_names_that_a_cache_makes_are_removed(tmp_path: Path) -> None:
    own = tmp_path / "0123456789abcdef.0123456789ab.writing"
    others = [tmp_path / "notes.writing", tmp_path / "thesis.txt"]
    for file in (own, *others):
        file.write_bytes(b"")
        os.utime(file, (0, 0))
    remove_unfinished(tmp_path)
    assert not own.exists()
    assert all(file.exists() for file in others)
