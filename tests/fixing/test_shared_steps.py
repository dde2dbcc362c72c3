"""A fix for one caller of a step is not made where another caller would have to bear it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Fix, Safety
from daft_lint.linting import lint
from daft_lint.rule import Case, Problem, rule
from daft_lint.settings import default_settings

STEPS = """\
import daft

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=50)
    def run(self, ids): ...

def embed(df):  # daft-lint: workers=2
    return df.with_column("v", Embed().run(df["id"]))
"""
BAD = """\
import daft
from steps import embed

embed(daft.range(4000)).write_parquet("bad")
"""
GOOD = """\
import daft
from steps import embed

embed(daft.range(4000).into_partitions(16)).write_parquet("good")
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.py").write_text(STEPS)
    return tmp_path


def fix_of(folder: Path) -> Fix:
    document = read_document(folder / "steps.py", "steps.py")
    found = lint(document, default_settings(), ProjectFolder(Path())).findings
    (finding,) = (each_finding for each_finding in found if each_finding.code == "DFT101")
    return finding.fixes[0]


def test_a_step_is_put_in_for_callers_that_all_need_it(folder: Path) -> None:
    (folder / "bad.py").write_text(BAD)
    (folder / "worse.py").write_text(BAD)
    fix = fix_of(folder)
    assert fix.safety is Safety.UNSAFE
    assert len(fix.edits) == 1
    assert "callers" not in fix.message


def test_no_step_is_put_in_where_a_caller_does_not_need_it(folder: Path) -> None:
    (folder / "bad.py").write_text(BAD)
    (folder / "good.py").write_text(GOOD)
    fix = fix_of(folder)
    assert (fix.safety, fix.edits) == (Safety.DISPLAY_ONLY, ())
    assert fix.message.endswith(", so change it only for frames from line 4 of bad.py")


def test_a_caller_that_goes_on_from_what_it_collected_is_no_other_one(folder: Path) -> None:
    more = 'df = embed(daft.range(4000)).collect()\ndf.write_parquet("bad")\n'
    (folder / "bad.py").write_text(f"import daft\nfrom steps import embed\n\n{more}")
    assert len(fix_of(folder).edits) == 1


def test_a_caller_is_named_by_where_it_is_written_not_by_its_udf(folder: Path) -> None:
    (folder / "steps.py").write_text(
        "import daft\n\n\ndef embed(frame, udf):\n"
        "    return frame.with_column('e', udf(frame['id'])).collect()\n"
    )
    (folder / "jobs.py").write_text(
        "import daft\nfrom steps import embed\n\ndaft.set_runner_ray()\n\n\n"
        "@daft.cls(max_concurrency=4)\nclass Pool:\n"
        "    def __call__(self, x: int) -> int: ...\n\n\n"
        "@daft.func\ndef plain(x: int) -> int: ...\n\n\n"
        "embed(daft.range(4000, partitions=64), plain)\nembed(daft.range(4000), Pool())\n"
    )
    assert fix_of(folder).message.endswith(
        "; other code runs this step too and doesn't need the change, so change it only for frames "
        "from line 17 of jobs.py"
    )


def test_all_callers_of_a_step_are_looked_at_in_no_time(folder: Path) -> None:
    calls = "".join(f'embed(daft.range({number})).write_parquet("out")\n' for number in range(20))
    (folder / "job.py").write_text(f"import daft\nfrom steps import embed\n\n{calls}")
    checked: list[Case] = []

    def check(case: Case) -> Iterator[Problem]:
        """A call of a UDF."""
        checked.append(case)
        for step in case.pipeline.plan.operators:
            for call in step.calls:
                yield Problem(call.span, "a call", "none", call=call)

    document = read_document(folder / "job.py", "job.py")
    rules = [rule("DFT101", "missing-repartition")(check)]
    lint(document, default_settings(), ProjectFolder(Path()), rules=rules)
    # Each as itself and as another caller of the step, in a sketch and as a whole.
    assert len(checked) <= 4 * 20


HEAVY = """\
import daft
from daft import col

def spread(df):
    return df.repartition(16)

def load(df):
    df = df.with_column("image", col("path").download())
    df = spread(df)
    return df.select("image")
"""
LISTED = (
    'import daft\nfrom steps import load\n\nload(daft.from_glob_path("a/*")).write_parquet("b")\n'
)


def heavy_fix_of(folder: Path) -> Fix:
    document = read_document(folder / "steps.py", "steps.py")
    found = lint(document, default_settings(), ProjectFolder(Path())).findings
    (finding,) = (each_finding for each_finding in found if each_finding.code == "DFT203")
    return finding.fixes[0]


def test_a_step_is_moved_where_all_callers_are_in_sight(folder: Path) -> None:
    (folder / "steps.py").write_text(HEAVY)
    (folder / "main.py").write_text(LISTED)
    assert len(heavy_fix_of(folder).edits) == 2


def test_no_step_is_moved_that_frames_pass_which_nobody_knows(folder: Path) -> None:
    (folder / "steps.py").write_text(HEAVY)
    (folder / "main.py").write_text(LISTED)
    (folder / "api.py").write_text(
        "from steps import spread\n\ndef serve(frame):\n    spread(frame).write_parquet('b')\n"
    )
    fix = heavy_fix_of(folder)
    assert (fix.safety, fix.edits) == (Safety.DISPLAY_ONLY, ())
    assert fix.message.endswith("; other code does this too")


SPLIT = """\
import argparse

import daft

parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int)
args = parser.parse_args()

daft.set_runner_ray()
df = daft.read_parquet("in").into_partitions(2 * args.n)
"""


def hanging_fix_of(text: str) -> Fix:
    found = lint(Document("job.py", text), default_settings()).findings
    (finding,) = (each_finding for each_finding in found if each_finding.code == "DFT109")
    return finding.fixes[0]


def test_the_other_branch_is_no_other_caller() -> None:
    both = 'if args.n > 2:\n    df.write_parquet("out")\nelse:\n    df.show()\n'
    fix = hanging_fix_of(SPLIT + both)
    assert (fix.safety, fix.edits) == (Safety.DISPLAY_ONLY, ())
    assert fix.message.endswith(
        "; `write_parquet` on line 12 also continues from that frame and doesn't need the "
        "change, so change it only for line 14"
    )


def test_a_number_that_nobody_knows_is_taken_over_as_it_is_written() -> None:
    fix = hanging_fix_of(SPLIT + "df.show()\n")
    assert fix.message.startswith("use .repartition(2 * args.n), or ")
    assert [edit.text for edit in fix.edits] == ["repartition(2 * args.n)"]
