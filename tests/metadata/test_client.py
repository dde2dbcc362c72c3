"""What Daft tells of sources, and that it never looks at data to tell it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from web_server import served, silent

from daft_lint.metadata.client import NoDaftError, Outcome, run_queries
from daft_lint.metadata.messages import Answer, Query

pytest.importorskip("daft")
pyarrow = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

# Starting Python and importing Daft takes a while on a busy machine.
SECONDS = 60.0
FOOTER = 131_072
"""Bytes at the end of a Parquet file that Daft fetches at once to find the footer in."""


def of(reader: str, *paths: object) -> Query:
    texts = tuple(map(str, paths))
    return Query(reader, texts, texts[0])


def answers(*queries: Query) -> list[Answer]:
    """What one process answers: each takes seconds to start."""
    outcomes = run_queries(queries, SECONDS)
    assert [outcome.problem for outcome in outcomes] == [""] * len(queries)
    return [outcome.answer for outcome in outcomes]


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three Parquet files of many row groups, larger than what is fetched with a footer."""
    folder = tmp_path_factory.mktemp("data")
    for number, rows in enumerate((30_000, 40_000, 50_000)):
        keys = [f"{number}-{row * 2654435761 % 2**32}" for row in range(rows)]
        table = pyarrow.table({"row": list(range(rows)), "key": keys})
        parquet.write_table(table, folder / f"{number}.parquet", row_group_size=5_000)
        (folder / f"{number}.csv").write_text("row\n" + "1\n" * rows)
        (folder / f"{number}.jsonl").write_text('{"row": 1}\n' * rows)
    assert min(path.stat().st_size for path in folder.glob("*.parquet")) > 2 * FOOTER
    return folder


def spoilt(data: Path, folder: Path) -> Path:
    """Copies of the Parquet files with nothing but zeros where their data was."""
    for file in data.glob("*.parquet"):
        whole = file.read_bytes()
        length = int.from_bytes(whole[-8:-4], "little") + 8
        kept = whole[-length:]
        (folder / file.name).write_bytes(b"PAR1" + bytes(len(whole) - length - 4) + kept)
    return folder


def test_footers_and_lists_of_files_tell_rows_and_partitions(data: Path, tmp_path: Path) -> None:
    """Whatever row groups a file has, it is a partition; files that are named twice count twice.

    What has no footers has no rows, a listing has a row for each file, and no data is looked at.
    """
    first, other = data / "0.parquet", data / "1.parquet"
    without_data = spoilt(data, tmp_path)
    with pytest.raises(Exception, match=r".+"):
        parquet.read_table(without_data / "0.parquet")
    expected = {
        of("read_parquet", data / "*.parquet"): Answer(3, 120_000, 3, 24),
        of("read_parquet", first, other): Answer(2, 70_000, 2, 14),
        of("read_parquet", first, first): Answer(2, 60_000, 2, 12),
        of("read_parquet", without_data / "*.parquet"): Answer(3, 120_000, 3, 24),
        of("read_csv", data / "*.csv"): Answer(3),
        of("read_json", data / "*.jsonl"): Answer(3),
        of("from_glob_path", data / "*.csv"): Answer(None, 3, 3),
        of("from_glob_path", data / "*.csv", data / "0.*"): Answer(None, 5, 5),
    }
    assert answers(*expected) == [*expected.values()]


def test_the_log_of_a_delta_table_tells_its_rows(tmp_path: Path) -> None:
    deltalake = pytest.importorskip("deltalake")
    for rows in (100, 200, 300):
        table = pyarrow.table({"row": list(range(rows))})
        deltalake.write_deltalake(str(tmp_path), table, mode="append")
    for file in tmp_path.glob("*.parquet"):
        file.write_bytes(bytes(file.stat().st_size))
    assert answers(of("read_deltalake", tmp_path)) == [Answer(3, 600, 3)]


def test_the_manifest_of_a_lance_dataset_tells_its_rows(tmp_path: Path) -> None:
    lance = pytest.importorskip("lance")
    pytest.importorskip("daft_lance")
    folder = tmp_path / "rows.lance"
    for rows in (100, 200, 300):
        table = pyarrow.table({"row": list(range(rows))})
        lance.write_dataset(table, str(folder), mode="append" if folder.exists() else "create")
    assert answers(of("read_lance", folder)) == [Answer(3, 600, 3)]


def test_no_byte_of_text_is_fetched(data: Path) -> None:
    with served(data) as server:
        named = [
            of(reader, *(f"{server.url}/{number}.{ending}" for number in range(3)))
            for reader, ending in (("read_csv", "csv"), ("read_json", "jsonl"))
        ]
        assert answers(*named) == [Answer(3), Answer(3)]
    assert server.requests
    assert {request.method for request in server.requests} == {"HEAD"}


def test_only_the_ends_of_parquet_files_are_fetched(data: Path) -> None:
    names = [f"/{number}.parquet" for number in range(3)]
    with served(data) as server:
        urls = [f"{server.url}{name}" for name in names]
        assert answers(of("read_parquet", *urls)) == [Answer(3, 120_000, 3, 24)]
    for name in names:
        size = (data / name[1:]).stat().st_size
        assert server.taken_of(name) == [(size - FOOTER, size)]


def test_what_is_not_there_is_unknown_and_holds_up_nothing_else(data: Path) -> None:
    missing, there = of("read_parquet", data / "none.parquet"), of("read_csv", data / "0.csv")
    outcomes = run_queries([missing, there, of("read_parquet", data / "0.csv")], SECONDS)
    assert outcomes[0].answer == Answer()
    assert "not found" in outcomes[0].problem
    assert "\n" not in outcomes[0].problem
    assert not outcomes[0].late
    assert outcomes[1] == Outcome(Answer(1))
    assert outcomes[2].answer == Answer(1)
    assert "not a valid parquet file" in outcomes[2].problem


def test_a_server_that_never_answers_takes_no_longer_than_the_limit(data: Path) -> None:
    with silent() as url, served(data) as server:
        dead = [of("read_parquet", f"{url}/{number}.parquet") for number in range(40)]
        far = of("read_parquet", f"{server.url}/0.parquet")
        near = of("read_parquet", data / "1.parquet")
        started = time.monotonic()
        outcomes = run_queries([*dead, far, near], 8)
        took = time.monotonic() - started
    assert took < 10
    assert [outcome.answer for outcome in outcomes] == [Answer()] * 40 + [
        Answer(1, 30_000, 1, 6),
        Answer(1, 40_000, 1, 8),
    ]
    assert {outcome.problem for outcome in outcomes[:40]} == {"no answer within 8 s"}
    assert all(outcome.late for outcome in outcomes[:40])


def test_what_was_reported_before_the_time_was_up_is_kept(data: Path) -> None:
    with served(data, stalls=True) as server:
        (outcome,) = run_queries([of("read_parquet", f"{server.url}/0.parquet")], 5)
    assert outcome == Outcome(Answer(partitions=1), "no answer within 5 s", late=True)


def test_hardly_any_time_gives_no_answer_and_no_error(data: Path) -> None:
    (outcome,) = run_queries([of("read_parquet", data / "0.parquet")], 0.001)
    assert outcome == Outcome(Answer(), "no answer within 0.001 s", late=True)


def test_nothing_to_ask_starts_no_process() -> None:
    assert run_queries([], SECONDS, python="/no/such/python") == []


def test_a_python_that_does_not_start_gives_no_answer(data: Path) -> None:
    query = of("read_parquet", data / "0.parquet")
    (missing,) = run_queries([query], SECONDS, python="/no/such/python")
    (ended,) = run_queries([query], SECONDS, python="/bin/false")
    assert "can't be started" in missing.problem
    assert ended == Outcome(Answer(), "Daft stopped unexpectedly")


def test_a_daft_of_the_users_own_in_the_current_folder_is_not_imported(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "daft.py").write_text("import os\nos._exit(3)\n")
    monkeypatch.chdir(tmp_path)
    assert answers(of("read_csv", data / "0.csv")) == [Answer(1)]


def test_a_daft_that_cannot_be_imported_is_reported(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "daft.py").write_text("raise ImportError('broken\\nin two')\n")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with pytest.raises(NoDaftError, match=r"^broken in two$"):
        run_queries([of("read_csv", data / "0.csv")], SECONDS)


ASKING = """\
import sys
from daft_lint.metadata.client import run_queries
from daft_lint.metadata.messages import Query
from daft_lint.programs.child import Child

enter = Child.__enter__

def entered(self):
    print(self.pid, flush=True)
    return enter(self)

Child.__enter__ = entered
run_queries([Query("read_parquet", (sys.argv[1],), "it")], 60)
"""


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_whoever_ends_the_one_who_asks_ends_the_other_too(end: signal.Signals) -> None:
    with silent() as url:
        asking = subprocess.Popen(
            [sys.executable, "-c", ASKING, f"{url}/a.parquet"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert asking.stdout is not None
        other = int(asking.stdout.readline())
        time.sleep(1)
        asking.send_signal(end)
        asking.wait(20)
        asking.stdout.close()
        deadline = time.monotonic() + 20
        while lives(other) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert not lives(other)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"
