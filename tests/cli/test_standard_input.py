"""`daft-lint -`: what a person pipes in, what they see, and that no file is touched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from linted_programs import IDLE
from syrupy.assertion import SnapshotAssertion

from daft_lint.cli import main

TWICE = """\
import daft

df = daft.read_parquet("in/").repartition(64).into_partitions(24)  # the last one counts
df.write_parquet("out/")
"""
ONCE = TWICE.replace(".repartition(64)", "")
STEPS = """\
import daft
from daft import DataFrame, col
from settings import ACTORS


@daft.cls(max_concurrency=ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


def embed(df: DataFrame) -> DataFrame:
    return df.with_column("embedding", Embed()(col("path")))
"""
PROGRAM = """\
import daft
from steps import embed
daft.set_runner_ray()
df = embed(daft.from_glob_path("s3://bucket/*.txt"))
df.write_parquet("s3://bucket/embeddings")
"""
LEGACY = """\
import daft


@daft.udf(return_dtype=daft.DataType.int64(), concurrency=2)
class Double:
    def __call__(self, x):
        return x
"""
USES = """\
import daft
from legacy import Double

df = daft.read_parquet("in/")
df.with_column("y", Double.with_init_args()(df["x"])).write_parquet("out/")
"""

Lint = Callable[..., Result]


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lint:
    """Run `daft-lint` in the test's own folder, with a text (or bytes) as its standard input."""
    monkeypatch.chdir(tmp_path)

    def lint(given: str | bytes, *arguments: str) -> Result:
        return CliRunner().invoke(main, arguments, input=given)

    return lint


def test_standard_input_is_called_by_a_dash(lint: Lint, snapshot: SnapshotAssertion) -> None:
    result = lint(IDLE, "-")
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == snapshot


def test_it_is_reported_as_the_file_that_it_stands_for(lint: Lint, tmp_path: Path) -> None:
    result = lint(IDLE, "--output-format", "concise", "--stdin-filename", "new/folder/a.py", "-")
    assert result.stdout.startswith("new/folder/a.py:12:34: DFT101")
    absolute = str(tmp_path / "a.py")
    result = lint(IDLE, "--output-format", "concise", "--stdin-filename", absolute, "-")
    assert result.stdout.startswith("a.py:12:34: DFT101")


def test_a_clean_or_empty_one_exits_with_0(lint: Lint) -> None:
    nothing = "No problems found, no work judged."
    for given, files in (
        ("", "1 file without Daft"),
        ("import daft\n", "1 file read"),
        ("print('hello')\n", "1 file without Daft"),
    ):
        result = lint(given, "-")
        assert (result.exit_code, result.stdout) == (0, f"{nothing} {files}.\n")


def test_the_file_itself_is_not_read(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(IDLE)
    assert lint("import daft\n", "--stdin-filename", "a.py", "-").exit_code == 0
    (tmp_path / "a.py").write_bytes(b"import daft\0")
    assert lint(IDLE, "--stdin-filename", "a.py", "-").exit_code == 1
    assert (tmp_path / "a.py").read_bytes() == b"import daft\0"


def test_settings_are_those_of_the_file(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "pyproject.toml").write_text(
        "[tool.daft-lint.per-file-ignores]\n'draft_*.py' = ['DFT101']\n"
    )
    assert lint(IDLE, "--stdin-filename", "inner/draft_a.py", "-").exit_code == 0
    assert lint(IDLE, "--stdin-filename", "inner/a.py", "-").exit_code == 1
    assert lint(IDLE, "--stdin-filename", "draft_a.py", "-").exit_code == 1


def test_an_excluded_file_is_left_out_only_by_force(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("ignored.py\n")
    for name in ("generated/a.py", ".venv/a.py", "ignored.py"):
        asked = ("--exclude", "generated", "--stdin-filename", name, "-")
        assert lint(IDLE, *asked).exit_code == 1
        forced = lint(IDLE, "--force-exclude", *asked)
        assert (forced.exit_code, forced.stdout) == (0, "No files to check.\n")
    assert lint(IDLE, "--force-exclude", "--stdin-filename", "a.py", "-").exit_code == 1


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A pipeline that goes through three files; the finding is in the second one."""
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "settings.py").write_text("ACTORS = 4\n")
    (tmp_path / "steps.py").write_text(STEPS)
    (tmp_path / "program.py").write_text(PROGRAM)
    return tmp_path


def test_other_files_of_the_project_are_read_around_it(lint: Lint, program: Path) -> None:
    (program / "steps.py").write_text("raise NotImplementedError\n")
    asked = ("--output-format", "concise", "--stdin-filename", "steps.py", "-")
    assert "2 to 3 of the 4 actors" in lint(STEPS, *asked).stdout
    moved = lint(f"# a new line\n{STEPS}", *asked).stdout
    assert moved.startswith("steps.py:14:")
    mended = STEPS.replace("return df", "return df.into_partitions(8)")
    assert lint(mended, *asked).exit_code == 0


def test_what_it_imports_is_found_from_its_place(lint: Lint, program: Path) -> None:
    both = STEPS + PROGRAM.replace("from steps import embed\n", "")
    assert "of the 4 actors" in lint(both, "--stdin-filename", "new.py", "-").stdout
    assert "of the 4 actors" in lint(both, "-").stdout


def test_a_fix_of_several_files_is_left_out(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "legacy.py").write_text(LEGACY)
    (tmp_path / "uses.py").write_text(USES)
    fixed = ("--unsafe-fixes", "--stdin-filename", "legacy.py", "-")
    result = lint(LEGACY, "--fix", *fixed)
    assert (result.exit_code, result.stdout) == (0, LEGACY)
    assert "DFT301" in result.stderr
    assert lint(LEGACY, "--diff", *fixed).stdout == ""
    assert (tmp_path / "uses.py").read_text() == USES
    assert (tmp_path / "legacy.py").read_text() == LEGACY


def test_suppressions_and_baselines_hold(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(IDLE)
    lint("", "--write-baseline", "known.json", "a.py")
    edited = f"# a new line\n{IDLE}"
    known = lint(edited, "--baseline", "known.json", "--stdin-filename", "a.py", "-")
    assert (known.exit_code, known.stderr) == (0, "")
    assert lint(edited, "--baseline", "known.json", "--stdin-filename", "b.py", "-").exit_code == 1
    line = IDLE.splitlines()[11]
    silenced = IDLE.replace(line, f"{line}  # noqa: DFT101")
    assert lint(silenced, "-").exit_code == 0


def test_fixed_text_goes_to_standard_output(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TWICE)
    for named in ((), ("--stdin-filename", "a.py")):
        result = lint(TWICE, "--fix", *named, "-")
        assert (result.exit_code, result.stdout) == (0, ONCE)
        assert result.stderr == "Fixed 1 finding. No problems found, no work judged. 1 file read.\n"
    assert (tmp_path / "a.py").read_text() == TWICE


def test_what_is_left_goes_to_standard_error(lint: Lint, snapshot: SnapshotAssertion) -> None:
    both = IDLE + TWICE.removeprefix("import daft\n")
    result = lint(both, "--fix", "-")
    assert result.exit_code == 1
    assert result.stdout == both.replace(".repartition(64)", "")
    assert result.stderr == snapshot
    assert lint(both, "--fix", "--output-format", "json", "-").stderr.startswith("{")


def test_findings_may_go_to_a_file_beside_the_fixed_text(lint: Lint, tmp_path: Path) -> None:
    result = lint(IDLE, "--fix", "--output-file", "out.txt", "-")
    assert result.stdout == IDLE
    assert result.stderr.endswith("Written to out.txt.\n")
    assert "DFT101" in (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize(
    "given",
    [
        TWICE.replace("\n", "\r\n").encode(),
        b"\xef\xbb\xbf" + TWICE.encode(),
        "# coding: latin-1\n# é\n".encode("latin-1") + TWICE.encode(),
    ],
    ids=["crlf", "mark", "latin-1"],
)
def test_fixing_keeps_the_bytes_around_a_fix(lint: Lint, given: bytes) -> None:
    result = lint(given, "--fix", "-")
    assert result.exit_code == 0
    assert result.stdout_bytes == given.replace(b".repartition(64)", b"")


@pytest.mark.parametrize(
    ("given", "exit_code"),
    [
        (b"import daft\nx = (\n", 1),
        (b'import daft\nx = "\xff"\n', 2),
        (b"import daft\0", 2),
        (b"print(1)\n", 0),
        (b"", 0),
    ],
    ids=["syntax error", "no UTF-8", "NUL", "without Daft", "empty"],
)
def test_what_can_not_be_fixed_comes_out_as_it_was(
    lint: Lint, given: bytes, exit_code: int
) -> None:
    """Editors put what comes out in the place of what they sent."""
    result = lint(given, "--fix", "-")
    assert (result.exit_code, result.stdout_bytes) == (exit_code, given)


def test_a_diff_names_the_file(lint: Lint) -> None:
    result = lint(TWICE, "--diff", "--stdin-filename", "src/a.py", "-")
    assert (result.exit_code, result.stderr) == (1, "Would fix 1 finding.\n")
    assert result.stdout.startswith("--- src/a.py\n+++ src/a.py\n")
    assert "+df = daft.read_parquet(" in result.stdout


@pytest.mark.parametrize(
    ("text", "output_format"),
    [
        (IDLE, "full"),
        (TWICE, "sarif"),
        ("import daft\nx = (\n", "json"),
        ("import daft\n", "concise"),
        (IDLE, "github"),
    ],
)
def test_it_is_reported_as_the_file_itself_would_be(
    lint: Lint, tmp_path: Path, text: str, output_format: str
) -> None:
    (tmp_path / "a.py").write_text(text)
    asked = ("--output-format", output_format)
    of_file = lint("", *asked, "a.py")
    (tmp_path / "a.py").unlink()
    of_input = lint(text, *asked, "--stdin-filename", "a.py", "-")
    assert (of_input.exit_code, of_input.output) == (of_file.exit_code, of_file.output)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--stdin-filename", "a.py"),
        ("--stdin-filename", ".", "-"),
        ("--stdin-filename", "", "-"),
        ("-", "a.py"),
        ("--changed-since", "HEAD", "-"),
        ("--write-baseline", "known.json", "-"),
        ("--add-noqa", "-"),
    ],
    ids=" ".join,
)
def test_what_makes_no_sense_is_reported_in_one_line(
    lint: Lint, arguments: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    result = lint(IDLE, *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert result.stderr == snapshot


def test_a_file_that_is_called_a_dash_has_another_name_too(lint: Lint, tmp_path: Path) -> None:
    (tmp_path / "-").write_text(IDLE)
    named = str(tmp_path / "-")
    assert lint("", "--output-format", "concise", named).stdout.startswith("-:12:34: DFT101")
