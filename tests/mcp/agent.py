"""Talks to `daft-lint mcp` as a coding agent does: by the client of the package mcp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp import Client
from mcp_types import TextContent

from daft_lint.cli.mcp.server import server_of

IDLE = """\
import daft
from daft import col


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


# daft-lint: workers=2, cpus-per-worker=8
# daft-lint: rows=1_000
df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("embedding", Embed()(col("path")))
df.write_parquet("s3://bucket/embeddings")
"""
"""One finding, DFT101 on line 14."""
OPEN = IDLE.replace("# daft-lint: rows=1_000\n", "").replace("from_glob_path", "read_csv")
"""The same work, but nobody knows the partitions."""


@dataclass(frozen=True)
class Said:
    """What a tool answered, and whether that is an error."""

    text: str
    is_error: bool

    @property
    def first(self) -> str:
        return self.text.partition("\n")[0]

    @property
    def joined(self) -> str:
        """The text without its line breaks."""
        return " ".join(self.text.split())


Call = tuple[str, dict[str, Any]]
Ask = Callable[..., list[Said]]


async def asked(calls: Sequence[Call], root: Path, *, trusted: bool) -> list[Said]:
    """Call tools of a server in this process: to start one for each test takes seconds."""
    said = []
    async with Client(server_of(root, trusted=trusted), read_timeout_seconds=120) as client:
        for tool, arguments in calls:
            done = await client.call_tool(tool, arguments)
            text = "\n".join(
                content.text for content in done.content if isinstance(content, TextContent)
            )
            said.append(Said(text, bool(done.is_error)))
    return said
