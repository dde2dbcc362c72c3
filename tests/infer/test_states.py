"""What an object holds when one of its methods runs a frame: by the order of the calls before."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read_around

PIPELINE = """
import daft

class Pipeline:
    def __init__(self, rows):
        self.df = daft.range(rows)

    def spread(self):
        self.df = self.df.into_partitions(4)
        return self

    def narrow(self):
        self.df = self.df.limit(10)
        return self

    def write(self):
        self.df.write_parquet("out/")

    def run(self):
        self.df = self.df.where("id > 3")
        self.spread()
        self.write()

    @staticmethod
    def logged(df):
        kept = df.collect()
        return kept
"""


def steps(folder: Path, code: str) -> list[list[str]]:
    """The steps of each pipeline that writes."""
    (folder / "job.py").write_text(PIPELINE + textwrap.dedent(code))
    project = ProjectFolder(folder)
    document = project.document(str(folder / "job.py"))
    assert document is not None
    return [
        [step.method for step in pipeline.plan.operators]
        for program in read_around(document, project).programs
        for pipeline in program.pipelines
        if pipeline.action is not None and pipeline.action.method == "write_parquet"
    ]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("Pipeline(8).write()", []),
        ("Pipeline(8).run()", ["where", "into_partitions"]),
        ("Pipeline(8).narrow().spread().write()", ["limit", "into_partitions"]),
        ("p = Pipeline(8)\np.spread()\np.narrow()\np.write()\np.spread()",
         ["into_partitions", "limit"]),
        ("def use(p: Pipeline):\n    p.write()\np = Pipeline(8)\np.narrow()\nuse(p)", ["limit"]),
    ],
)  # fmt: skip
def test_what_the_methods_before_left(tmp_path: Path, code: str, expected: list[str]) -> None:
    assert steps(tmp_path, code) == [expected]


def test_a_method_that_only_some_runs_call(tmp_path: Path) -> None:
    code = "import sys\np = Pipeline(8)\nif sys.argv[1:]:\n    p.spread()\np.write()"
    assert steps(tmp_path, code) != [["into_partitions"]]
    assert steps(tmp_path, code) != [[]]


def test_a_static_method_has_no_object(tmp_path: Path) -> None:
    code = """
    df = Pipeline.logged(Pipeline.logged(daft.range(8)))
    df.write_parquet("a/")
    Pipeline(8).write()
    """
    assert sorted(steps(tmp_path, code)) == [[], ["collect", "collect"]]


def test_the_command_line_may_say_another_text(tmp_path: Path) -> None:
    code = """
    import argparse
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="")
    parser.add_argument("--engine", default="native")
    args = parser.parse_args()
    if args.mode:
        Pipeline(8).narrow().write()
    if args.engine == "ray":
        Pipeline(8).spread().write()
    """
    assert sorted(steps(tmp_path, code)) == [["into_partitions"], ["limit"]]
