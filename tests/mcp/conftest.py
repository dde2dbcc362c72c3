"""A coding agent at work in the test's own folder."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from mcp import Client
from mcp_types import Tool

sys.path.append(str(Path(__file__).parent))

from agent import Ask, Call, Said, asked, server


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Start a server in the test's own folder, and call tools one after the other."""

    def ask(
        *calls: Call, options: Sequence[str] = (), root: Path = tmp_path, **environment: str
    ) -> list[Said]:
        return asyncio.run(asked(calls, root, options, environment))

    return ask


@pytest.fixture
def tools(tmp_path: Path) -> list[Tool]:
    """The tools as an agent sees them."""

    async def listed() -> list[Tool]:
        async with Client(server(tmp_path, (), {})) as client:
            return (await client.list_tools()).tools

    return asyncio.run(listed())
