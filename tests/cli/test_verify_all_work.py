"""`daft-lint verify --all-work`, as far as nothing has to run."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (("--run", "job.py"), "--all-work can't be combined with --run or --changed-since"),
        (("--changed-since", "HEAD"), "--all-work can't be combined with --run or --changed-since"),
        (
            ("--output-format", "sarif"),
            "--all-work writes full or json, not sarif: choose one of these",
        ),
    ],
)
def test_what_it_does_not_go_with_is_reported(run, options: tuple[str, ...], reported: str) -> None:
    done = run("verify", "--all-work", *options, ".")
    assert (done.returncode, done.stderr) == (2, f"daft-lint: {reported}\n")


def test_where_there_is_no_work_nothing_runs(run, tmp_path) -> None:
    (tmp_path / "job.py").write_text("import daft\n\ndf = daft.read_parquet('a.parquet')\n")
    done = run("verify", "--all-work", "job.py")
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "RESULT: not proven. 0 of 0 pieces of work ran. What did not run may still idle.",
        "Nothing to verify: no findings about idle workers or actors in 1 file",
    ]


FILTERED = """\
import daft

@daft.cls(max_concurrency=4)
class Embed:
    def __call__(self, path: str) -> str: ...

def embedded(df):
    return df.select(Embed()(df["path"]))
"""


def test_where_no_option_helps_the_step_that_decides_is_named_with_its_file(run, tmp_path) -> None:
    (tmp_path / "embedding.py").write_text(FILTERED)
    (tmp_path / "job.py").write_text(
        "import daft\nfrom embedding import embedded\n\n"
        "df = daft.read_parquet('s3://bucket/*.parquet')\n"
        "df = df.where(df['size'] > 9)\nembedded(df).collect()\n"
    )
    done = run("verify", "--runner", "ray", "--workers", "4", ".")
    assert done.stderr.endswith(
        "daft-lint: no work can be replayed yet: embedding.py:8:22: only a run can show how many "
        "rows `where` on line 5 of job.py leaves; give its numbers there: "
        "# daft-lint: partitions=..., rows=...\n"
    )
