"""A coding agent at work in the test's own folder."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import Tool

sys.path.append(str(Path(__file__).parent))

from agent import Ask, Call, Said, asked


@pytest.fixture
def ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Call tools of a server in the test's own folder, one after the other."""

    def ask(*calls: Call, trusted: bool = False, root: Path = tmp_path) -> list[Said]:
        monkeypatch.chdir(root)
        return asyncio.run(asked(calls, root, trusted=trusted))

    return ask


@pytest.fixture
def tools(tmp_path: Path) -> list[Tool]:
    """The tools as an agent sees them, that starts the server."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "daft_lint", "mcp"], cwd=tmp_path
    )

    async def listed() -> list[Tool]:
        async with Client(parameters) as client:
            return (await client.list_tools()).tools

    return asyncio.run(listed())
