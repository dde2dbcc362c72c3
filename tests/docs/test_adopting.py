"""The page on adoption, followed to the letter."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from daft_lint.cli import main

PAGE = (Path(__file__).parents[2] / "docs" / "adopting.md").read_text(encoding="utf-8")
_BLOCK = re.compile(r"^```(\w+)(?: title=\"[^\"]+\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COPY = """\
import daft

df = daft.read_parquet("s3://bucket/").into_batches(1_000).repartition(16)
df.write_parquet("s3://copy/")
"""
_EMBED = """\
import daft
from daft import col

daft.set_runner_ray()


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""


def _commands(block: str) -> Iterator[tuple[list[str], str]]:
    for typed in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, seen = typed.partition("\n")
        yield shlex.split(command), seen


def _seen(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    if words[0] == "grep":
        lines = Path(words[2]).read_text().splitlines(keepends=True)
        return "".join(line for line in lines if words[1] in line)
    with pytest.raises(SystemExit):
        main(words[1:])
    written = capsys.readouterr()
    return written.err + written.out


def test_the_page_shows_what_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    Path("etl").mkdir()
    Path("etl/copy.py").write_text(_COPY)
    Path("etl/embed.py").write_text(_EMBED)
    Path("requirements.txt").write_text("daft==0.7.14\n")
    for kind, block in _BLOCK.findall(PAGE):
        if kind == "toml" and "daft-lint" in block:
            Path("pyproject.toml").write_text(block)
        elif kind == "json":
            assert Path("baseline.json").read_text() == block
            # What the page tells to do next.
            Path("etl/copy.py").write_text(_COPY.replace(".into_batches(1_000)", ""))
        elif kind == "console":
            for words, seen in _commands(block):
                assert _seen(words, capsys) == seen, words
