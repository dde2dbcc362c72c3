"""What an editor shows of a place that somebody points at."""

from __future__ import annotations

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from .editor import Editor

PROGRAM = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


@daft.func
def measure(text: str) -> int: ...


def main(path: str) -> None:
    df = daft.range(1000).into_partitions(2)
    df = df.with_column("embedding", Embed()(col("id")))
    df = df.repartition(8).repartition(4)
    other = daft.read_parquet(path).with_column("embedding", Embed()(col("id")))
    df = df.concat(other.with_column("size", measure(col("id"))))
    df.write_parquet("s3://bucket/embeddings")
"""

PLACES = {
    "use": "Embed()(col",
    "method": "__call__",
    "action": "write_parquet",
    "no pool": "measure(col",
}


def _place(program: str, word: str) -> tuple[int, int]:
    before = program[: program.index(word)]
    return before.count("\n"), len(before.rpartition("\n")[2])


@pytest.mark.parametrize("place", PLACES)
def test_the_prediction_of_a_place_is_shown(
    editor: Editor, project: Path, place: str, snapshot: SnapshotAssertion
) -> None:
    uri = editor.open(project / "main.py", PROGRAM)
    assert editor.hover(uri, *_place(PROGRAM, PLACES[place])) == snapshot


def test_every_step_shows_its_pipeline(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "main.py", PROGRAM)
    steps = ("range", "into_partitions", "repartition(8)", "repartition(4)", "read_parquet")
    shown = {editor.hover(uri, *_place(PROGRAM, step)) for step in (*steps, "write_parquet")}
    assert len(shown) == 1
    assert None not in shown


IN_TASKS = """\
import daft
from daft import col
from daft.functions import decode_image, download

daft.set_runner_ray()


@daft.cls(gpus=1)
class Clip:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, images): ...


df = daft.from_glob_path("s3://bucket/*.jpg").into_partitions(3)
df = df.with_column("image", decode_image(download(col("path"))))
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://bucket/scores")
"""


@pytest.mark.parametrize("place", ["download(", "Clip()"])
def test_what_becomes_of_work_without_a_pool_is_shown(
    editor: Editor, project: Path, place: str, snapshot: SnapshotAssertion
) -> None:
    uri = editor.open(project / "main.py", IN_TASKS)
    assert editor.hover(uri, *_place(IN_TASKS, place)) == snapshot


def test_nothing_is_shown_where_nothing_runs(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "main.py", PROGRAM)
    assert editor.hover(uri, 0, 0) is None
    assert editor.hover(uri, 9999, 0) is None
    editor.change(uri, 2, "import daft\n(")
    assert editor.hover(uri, 1, 0) is None


def test_files_are_named_as_they_lie_in_the_workspace(
    editor: Editor, workspace: Path, project: Path
) -> None:
    (project / "sizes.py").write_text("ACTORS = 4\n")
    text = PROGRAM.replace("concurrency=4", "concurrency=sizes.ACTORS").replace(
        "import daft\n", "import daft, sizes\n", 1
    )
    uri = editor.open(project / "main.py", text)
    shown = editor.hover(uri, 5, 8)
    assert shown is not None
    assert f"{project.name}/sizes.py:1" in shown
    assert str(workspace) not in shown


SHARED = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Tag:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def run(self, texts): ...


def tagged(df):
    return df.with_column("tag", Tag().run(col("id")))


def first():
    tagged(daft.range(1000).into_partitions(2)).write_parquet("a")


def second():
    tagged(daft.range(1000).into_partitions(8)).write_parquet("b")
"""


def test_pipelines_that_share_a_udf_are_distinguished(editor: Editor, project: Path) -> None:
    (project / "job.py").write_text(
        "import daft\nfrom shared import tagged\n"
        "tagged(daft.range(7000).into_partitions(2)).write_parquet('c')\n"
    )
    (project / "shared.py").write_text(SHARED)
    uri = editor.open(project / "shared.py")
    shown = editor.hover(uri, 7, 9)
    assert shown is not None
    fences = [number for number, line in enumerate(shown.splitlines()) if line == "```text"]
    assert [shown.splitlines()[number + 1] for number in fences] == [
        f"first  {project.name}/shared.py:16",
        f"second  {project.name}/shared.py:20",
        f"<module>  {project.name}/job.py:3",
    ]


def test_the_name_of_a_class_tells_what_its_methods_do(editor: Editor, project: Path) -> None:
    uri = editor.open(project / "shared.py", SHARED)
    assert editor.hover(uri, 5, 6) == editor.hover(uri, 7, 9)
    assert editor.hover(uri, 5, 6) is not None
