"""What `verify` does with findings that no run on a cluster could prove."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from conftest import Run


def test_findings_about_no_actors_are_left_out(run: Run, tmp_path: Path) -> None:
    (tmp_path / "legacy.py").write_text(
        "import daft\n\n\n@daft.udf(return_dtype=daft.DataType.string())\ndef same(x):\n"
        "    return x\n",
        encoding="utf-8",
    )
    done = run("verify", "--isolated", "legacy.py")
    assert done.stdout == "Nothing to verify: no findings about idle workers or actors in 1 file\n"
    assert done.stderr == (
        "daft-lint: 1 finding isn't about idle workers or actors, which is all that verify can "
        "test\n"
    )
    assert done.returncode == 0
    assert run("verify", "--isolated", "--quiet", "legacy.py").stderr == ""


def test_a_file_that_is_no_program_never_passes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import daft\ndef f(:\n", encoding="utf-8")
    done = run("verify", "--isolated", "broken.py")
    assert "broken.py:2:7: syntax error" in done.stderr
    assert done.returncode == 2


def test_a_program_that_idles_on_a_cluster_only_gets_the_command_for_that(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "job.py").write_text(
        "import daft\nfrom daft import col\n\n"
        'df = daft.from_glob_path("s3://bucket/*.jpg")\n'
        'df.with_column("image", col("path").download().decode_image()).collect()\n',
        encoding="utf-8",
    )
    done = run("verify", "--isolated", "job.py")
    assert " ".join(done.stdout.split()) == (
        "Nothing to verify: no findings about idle workers or actors in 1 file; 1 possible finding "
        "hidden (--min-confidence possible)"
    )
    assert done.stderr == (
        "daft-lint: judged for Daft's default, the native runner; on Ray there is 1 more problem: "
        "daft-lint verify --runner ray --workers 8 --cpus-per-worker 16 --isolated job.py\n"
    )
    assert done.returncode == 0
