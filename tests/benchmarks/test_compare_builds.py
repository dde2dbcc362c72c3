"""What two builds say is told apart, and each difference needs a label."""

from __future__ import annotations

from pathlib import Path

import pytest
from compare_builds import (
    LABELS,
    Build,
    CompareError,
    Difference,
    Label,
    Program,
    differences,
    read_labels,
    report,
)

PROJECT = Path(__file__).parents[2]
_JOB = """\
import daft

daft.set_runner_ray()

@daft.func.batch(return_dtype=daft.DataType.int64(), batch_size=64)
def length(text): ...

df = daft.from_pydict({"text": ["a"] * 1000}).into_partitions(4)
df.with_column("length", length(df["text"])).write_parquet("out/")
"""


def test_a_build_says_what_it_reads_and_finds(tmp_path: Path) -> None:
    (tmp_path / "job.py").write_text(_JOB, encoding="utf-8")
    with Build(PROJECT) as build:
        facts = build.facts(Program("job", tmp_path, isolated=True))
    assert facts["job.py:8 source daft.from_pydict"] == ["1000 rows, 1 partitions"]
    assert facts["job.py:8 step into_partitions"] == ["into_partitions, count 4"]
    (call,) = facts["job.py:9 call length"]
    assert "batch_size 64" in call
    assert facts["job.py:9 runner of write_parquet"] == ["ray"]


def test_what_only_one_build_says_is_a_difference() -> None:
    old = {"job": {"job.py:1 call a": ["1"], "job.py:2 call b": ["2"]}}
    new = {"job": {"job.py:1 call a": ["1"], "job.py:3 call c": ["3"]}}
    assert [*differences(old, new)] == [
        Difference("job", "job.py:2 call b", ["2"], []),
        Difference("job", "job.py:3 call c", [], ["3"]),
    ]


def test_a_difference_without_a_label_fails(capsys: pytest.CaptureFixture[str]) -> None:
    found = [Difference("across_files/steps/x", "job.py:2 call b", ["2"], [])]
    label = Label("lost exotic", "across_files/steps/*", "job.py:2 *", "why")
    assert report(found, [label], whole=True) == 0
    assert report(found, [], whole=True) == 1
    assert "across_files/steps/x: job.py:2 call b: 2 -> nothing" in capsys.readouterr().out


def test_a_label_that_fits_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert report([], [Label("wording", "rules/*", "*", "why")], whole=True) == 0
    assert "nothing is rules/*: * any more" in capsys.readouterr().out


def test_the_labels_of_the_file_are_known_ones(tmp_path: Path) -> None:
    for label in read_labels(PROJECT / "benchmarks" / "reading" / "differences.toml"):
        assert label.label in LABELS
        assert label.why
    wrong = tmp_path / "differences.toml"
    wrong.write_text(
        '[[difference]]\nlabel = "fine"\nprogram = "*"\nabout = "*"\nwhy = "-"\n', encoding="utf-8"
    )
    with pytest.raises(CompareError, match="a label is one of"):
        read_labels(wrong)
