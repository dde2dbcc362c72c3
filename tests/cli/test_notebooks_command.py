"""Notebooks and Markdown: what a person types, what they see, and what their files hold."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import nbformat
import pytest
from click.testing import CliRunner, Result
from syrupy.assertion import SnapshotAssertion

from daft_lint.cli import main

Run = Callable[..., Result]

CELLS = (
    "%pip install daft\nimport daft\nfrom daft import col\n\ndaft.set_runner_ray()",
    "# What embeds",
    "@daft.cls(max_concurrency=8)\nclass Embed:\n"
    "    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=512)\n"
    "    def __call__(self, x): ...",
    "!ls /data",
    "%%time\nembed = Embed()\n# daft-lint: rows=1_000, partitions=4\n"
    'df = daft.read_parquet("in/")\n'
    'df = df.with_column("y", embed(col("x")))\n%time df.collect()',
    "df.show(\n... and so on",
    "df = df.repartition(4)\ndf = df.repartition(8)\nawait later()",
    'df.write_parquet("out/")',
)
MARKDOWN = """\
# Guide

1. Read:

   ```python title="read.py"
   import daft

   df = daft.read_parquet("in/").repartition(64).into_partitions(24)
   ```

   ```python
   >>> df.collect()
   ```

~~~py
df.write_parquet("out/")
~~~
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run `daft-lint` in the test's own folder, with a text as its standard input."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return lambda *arguments, given="": CliRunner().invoke(main, arguments, input=given)


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """A notebook as Jupyter writes it, with findings, magics and a broken cell."""
    (tmp_path / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 2\n")
    cells = [
        nbformat.v4.new_markdown_cell(source, id=f"cell-{number}")
        if source.startswith("# What")
        else nbformat.v4.new_code_cell(
            source,
            id=f"cell-{number}",
            execution_count=number,
            outputs=[nbformat.v4.new_output("stream", text="é <b>\n")],
        )
        for number, source in enumerate(CELLS)
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})
    nbformat.validate(notebook)
    file = tmp_path / "drafts.ipynb"
    nbformat.write(notebook, file)
    return file


@pytest.fixture
def guide(tmp_path: Path) -> Path:
    """Markdown with a safe fix in a list."""
    file = tmp_path / "guide.md"
    file.write_text(MARKDOWN)
    return file


@pytest.mark.parametrize("output_format", ["full", "concise", "github"])
def test_a_place_is_given_by_its_cell(
    run: Run, drafts: Path, output_format: str, snapshot: SnapshotAssertion
) -> None:
    result = run(drafts.name, "--output-format", output_format)
    assert (result.exit_code, result.stderr) == (1, "")
    assert result.stdout == snapshot


def test_fixes_change_nothing_but_sources(run: Run, drafts: Path) -> None:
    before = drafts.read_text()
    result = run(drafts.name, "--fix", "--unsafe-fixes", "--select", "DFT202")
    assert (result.exit_code, result.stderr) == (0, "")
    gone = '    "df = df.repartition(4)\\n",\n'
    assert gone in before
    assert drafts.read_text() == before.replace(gone, "")
    nbformat.validate(nbformat.read(drafts, as_version=4))


def test_a_diff_shows_the_cells_that_change(
    run: Run, drafts: Path, snapshot: SnapshotAssertion
) -> None:
    before = drafts.read_bytes()
    result = run(drafts.name, "--diff", "--unsafe-fixes")
    assert (result.exit_code, result.stdout) == (1, snapshot)
    assert drafts.read_bytes() == before


def test_comments_silence_what_cells_hold(run: Run, drafts: Path) -> None:
    assert run(drafts.name, "--add-noqa", "--ignore", "DFT900").exit_code == 0
    sources = [cell.source for cell in nbformat.read(drafts, as_version=4).cells]
    assert "df = df.repartition(4)  # noqa: DFT202\n" in sources[6]
    assert 'embed(col("x")))  # noqa: DFT102\n' in sources[4]
    assert [source for place, source in enumerate(sources) if place not in (4, 6)] == [
        cell for place, cell in enumerate(CELLS) if place not in (4, 6)
    ]
    again = run(drafts.name, "--ignore", "DFT900", "--output-format", "concise")
    assert again.stdout == (
        "No problems found. 1 piece of work: 1 bad. 2 findings suppressed. 1 file read.\n"
    )


def test_a_baseline_and_ignores_know_notebooks(run: Run, drafts: Path) -> None:
    run(drafts.name, "--write-baseline", "known.json", "--ignore", "DFT900")
    known = run(drafts.name, "--baseline", "known.json", "--ignore", "DFT900")
    assert known.exit_code == 0
    settings = drafts.parent / "pyproject.toml"
    settings.write_text('[tool.daft-lint.per-file-ignores]\n"*.ipynb" = ["DFT"]\n')
    assert run(drafts.name).exit_code == 0


def test_notebooks_are_read_in_folders_and_markdown_where_it_is_named(
    run: Run, drafts: Path, guide: Path
) -> None:
    def checked(*arguments: str) -> str:
        last = run("--exit-zero", "--output-format", "concise", *arguments).stdout.splitlines()[-1]
        match = re.search(r"\d+ files? (?=read)", last)
        return match[0].strip() if match else ""

    assert checked(".") == checked(drafts.name) == checked(guide.name) == "1 file"
    assert "drafts.ipynb:cell" in run("--output-format", "concise", ".").stdout
    assert checked("--config", "extend-include = ['*.md']", ".") == "2 files"
    assert checked("--config", "include = ['*.md']", ".") == "1 file"
    settings = drafts.parent / "pyproject.toml"
    settings.write_text('[tool.daft-lint]\ninclude = ["*.py", "/guide.md"]\n')
    assert "guide.md" in run("--output-format", "concise", ".").stdout
    assert checked(".") == "1 file"


def test_standard_input_may_be_a_notebook(run: Run, drafts: Path) -> None:
    before = drafts.read_text()
    options = ("-", "--stdin-filename", "drafts.ipynb", "--select", "DFT202")
    shown = run(*options, "--output-format", "concise", given=before)
    assert shown.stdout.startswith("drafts.ipynb:cell 7:1:9: DFT202")
    fixed = run(*options, "--fix", "--unsafe-fixes", given=before)
    assert fixed.stdout == before.replace('    "df = df.repartition(4)\\n",\n', "")
    assert drafts.read_text() == before


def test_pipelines_and_plans_of_notebooks_are_shown(
    run: Run, drafts: Path, snapshot: SnapshotAssertion
) -> None:
    result = run("pipelines", drafts.name)
    assert (result.exit_code, result.stdout) == (2, snapshot)
    assert result.stderr == "daft-lint: drafts.ipynb:cell 6:1:8: '(' was never closed\n"
    plan = run("plan", drafts.name)
    assert "`Embed` on line 3 of cell 3" in plan.stdout
    assert "drafts.ipynb:cell 5:4" in plan.stdout


def test_a_notebook_is_no_script_to_run(run: Run, drafts: Path) -> None:
    result = run("verify", "--run", drafts.name)
    assert result.exit_code == 2
    assert result.stderr.splitlines()[-1].endswith("`daft-lint verify drafts.ipynb`")


@pytest.mark.parametrize(
    ("text", "advice"),
    [('{"cells": [\n<<<<<<< daft', "resolve it"), ("daft", "restore it from a copy")],
)
def test_what_is_no_notebook_fails_in_one_line(
    run: Run, tmp_path: Path, text: str, advice: str
) -> None:
    (tmp_path / "broken.ipynb").write_text(text)
    result = run("broken.ipynb", "--output-format", "concise", "--quiet")
    assert result.exit_code == 2
    (line,) = result.stdout.splitlines()
    assert line.startswith("broken.ipynb: error: isn't a notebook: line ")
    assert line.endswith(advice)


NO_NOTEBOOKS = [b"", b"{", b"[]", b'{"cells": 3}', b"\xff"]


@pytest.mark.parametrize("data", NO_NOTEBOOKS)
def test_what_is_no_notebook_fails_where_it_is_named(run: Run, tmp_path: Path, data: bytes) -> None:
    """Nobody can tell what Jupyter would find in it; in folders, what says nothing isn't read."""
    (tmp_path / "broken.ipynb").write_bytes(data)
    for arguments in (["broken.ipynb"], [".", "broken.ipynb"], ["--no-cache", "broken.ipynb"]):
        named = run(*arguments, "--output-format", "concise")
        assert named.exit_code == 2
        assert named.stdout.startswith("broken.ipynb: error: ")
    found = run(".", "--config", "extend-include = ['*.ipynb']")
    assert (found.exit_code, found.stdout) == (
        0,
        "No problems found, no work judged. 1 file without Daft.\n",
    )


def test_markdown_is_linted_and_left_as_it_is(
    run: Run, guide: Path, snapshot: SnapshotAssertion
) -> None:
    """Its findings have no fix, so that nothing is offered which isn't done."""
    assert run(guide.name).stdout == snapshot
    assert run(guide.name, "--diff").stdout == ""
    run(guide.name, "--fix")
    assert guide.read_text() == MARKDOWN


@pytest.mark.parametrize(
    ("cell", "reason"),
    [
        ("%%timeit -n 1\ndf.collect()", "under `%%timeit`"),
        ("%%mytimer\ndf.collect()", "under `%%mytimer`"),
        ("%timeit -n 1 df.collect()", "under `%timeit`"),
        ("    df.collect()\n    df.show()", "with a margin"),
        (">>> df.collect()", "with prompts"),
        ("%%bash\npython job.py", None),
        ("%%writefile job.py\ndf.collect()", None),
        ("%run job.py", None),
        ("%%timeit\ntrain(model)", None),
        ("df.collect?", None),
    ],
)
def test_a_pipeline_in_a_cell_that_is_not_read_is_open_work(
    run: Run, tmp_path: Path, cell: str, reason: str | None
) -> None:
    cells = [nbformat.v4.new_code_cell(text) for text in ("import daft", cell)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "a.ipynb")
    written = " ".join(run("a.ipynb").output.split())
    if reason is None:
        assert "no work judged" in written
    else:
        assert re.search(rf"open a.ipynb:cell 2:1: .*read code {re.escape(reason)}:", written)
        assert "1 piece of work: 1 open." in written
