"""What Daft told of files holds while they look as they did."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from daft_lint.caching.folder import CacheFolder
from daft_lint.metadata import answer_cache, signature
from daft_lint.metadata.answer_cache import AnswerCache, look_of
from daft_lint.metadata.messages import Answer, Query

ANSWER = Answer(partitions=2, rows=30, files=2)
URL = Query("read_parquet", ("s3://bucket/*.parquet",), "s3://bucket/*.parquet", remote=True)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    (folder / "deep" / "deeper").mkdir(parents=True)
    for name in ("a.parquet", "b.parquet", "deep/c.parquet", "deep/deeper/d.parquet"):
        (folder / name).write_bytes(name.encode())
    return folder


@pytest.fixture
def kept(tmp_path: Path) -> AnswerCache:
    return AnswerCache(CacheFolder(tmp_path / "cache"), "0.7.26")


def of(path: object, reader: str = "read_parquet") -> Query:
    return Query(reader, (str(path),), str(path))


def known(kept: AnswerCache, query: Query) -> Answer | None:
    return kept.read(query, look_of(query))


def record(kept: AnswerCache) -> Path:
    (file,) = kept.folder.path.iterdir()
    return file


def test_an_answer_is_given_back(kept: AnswerCache, data: Path) -> None:
    query = of(data / "*.parquet")
    assert known(kept, query) is None
    kept.keep(query, look_of(query), ANSWER)
    assert known(kept, query) == ANSWER


@pytest.mark.parametrize(
    "change",
    [
        lambda data: (data / "a.parquet").write_bytes(b"longer than it was"),
        lambda data: os.utime(data / "a.parquet", ns=(1, 1)),
        lambda data: (data / "new.parquet").write_bytes(b""),
        lambda data: (data / "b.parquet").unlink(),
        lambda data: (data / "b.parquet").rename(data / "z.parquet"),
    ],
    ids=["size", "time", "new", "gone", "renamed"],
)
@pytest.mark.parametrize("path", ["*.parquet", "**", "", "{a,b}.parquet", "[ab].parquet"])
def test_it_holds_no_longer_than_files_look_the_same(
    kept: AnswerCache, data: Path, path: str, change: Callable[[Path], object]
) -> None:
    query = of(data / path)
    kept.keep(query, look_of(query), ANSWER)
    change(data)
    assert known(kept, query) is None


def test_a_file_deep_below_counts_where_the_glob_leads_there(kept: AnswerCache, data: Path) -> None:
    flat, deep = of(data / "*.parquet"), of(data / "**")
    for query in (flat, deep):
        kept.keep(query, look_of(query), ANSWER)
    (data / "deep" / "deeper" / "new.parquet").write_bytes(b"")
    assert known(kept, flat) == ANSWER
    assert known(kept, deep) is None


def test_a_single_file_is_looked_at(kept: AnswerCache, data: Path) -> None:
    query = of(f"file://{data}/a.parquet")
    kept.keep(query, look_of(query), ANSWER)
    assert known(kept, query) == ANSWER
    (data / "a.parquet").write_bytes(b"other")
    assert known(kept, query) is None


def test_files_that_changed_while_daft_was_asked_are_not_kept(
    kept: AnswerCache, data: Path
) -> None:
    query = of(data / "*.parquet")
    before = look_of(query)
    (data / "new.parquet").write_bytes(b"")
    kept.keep(query, before, ANSWER)
    assert known(kept, query) is None


def test_links_to_folders_and_what_is_not_there_are_not_kept(kept: AnswerCache, data: Path) -> None:
    (data / "deep" / "link").symlink_to(data)
    for query in (of(data / "**"), of(data / "none" / "*.parquet")):
        kept.keep(query, look_of(query), ANSWER)
        assert known(kept, query) is None


def test_a_folder_with_too_much_in_it_is_not_kept(
    kept: AnswerCache, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(signature, "MOST_ENTRIES", 3)
    query = of(data / "**")
    kept.keep(query, look_of(query), ANSWER)
    assert known(kept, query) is None


def test_answers_are_kept_apart_by_reader_path_and_version(kept: AnswerCache, data: Path) -> None:
    query = of(data / "*.parquet")
    kept.keep(query, look_of(query), ANSWER)
    assert known(kept, of(data / "a.parquet")) is None
    assert known(kept, of(data / "*.parquet", "read_csv")) is None
    assert known(AnswerCache(kept.folder, "0.7.0"), query) is None


def test_what_is_elsewhere_holds_for_ten_minutes(
    kept: AnswerCache, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.keep(URL, look_of(URL), ANSWER)
    assert known(kept, URL) == ANSWER
    now = time.time()
    for then, answer in ((now + 590, ANSWER), (now + 610, None), (now - 60, None)):
        monkeypatch.setattr(answer_cache.time, "time", lambda then=then: then)
        assert known(kept, URL) == answer


@pytest.mark.parametrize(
    "broken",
    [
        b"",
        b"no record",
        b"no JSON",
        b"[]",
        b"{}",
        json.dumps({"partitions": "2", "rows": 3, "files": 1}).encode(),
        json.dumps({"partitions": -2, "rows": 3, "files": 1}).encode(),
        json.dumps({"partitions": 2, "rows": True, "files": 1}).encode(),
    ],
)
def test_a_record_that_makes_no_sense_is_missing(kept: AnswerCache, broken: bytes) -> None:
    kept.keep(URL, look_of(URL), ANSWER)
    record(kept).write_bytes(broken)
    assert known(kept, URL) is None


def test_a_time_that_is_none_is_missing(kept: AnswerCache) -> None:
    kept.keep(URL, look_of(URL), ANSWER)
    held = json.loads(record(kept).read_bytes())
    record(kept).write_bytes(json.dumps({**held, "at": "soon"}).encode())
    assert known(kept, URL) is None


def test_a_folder_that_nobody_may_write_to_keeps_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = AnswerCache(CacheFolder(tmp_path / "file"), "0.7.26")
    kept.keep(URL, look_of(URL), ANSWER)
    assert known(kept, URL) is None
