"""A server that is typed to without a pause keeps its memory."""

from __future__ import annotations

from pathlib import Path

import psutil

from .editor import IDLE
from .wire import Wire

_MEGABYTE = 2**20


def test_changes_without_a_pause_leave_little(tmp_path: Path) -> None:
    """Without looking for garbage, 400 of them left 31 MB."""
    (tmp_path / "pyproject.toml").touch()
    job = {"uri": (tmp_path / "job.py").as_uri()}
    used = {}
    with Wire(tmp_path) as wire:
        wire.start()
        opened = {**job, "languageId": "python", "version": 0, "text": IDLE}
        wire.tell("textDocument/didOpen", {"textDocument": opened})
        for version in range(1, 601):
            text = f"x = {version}\n{IDLE}"
            changes = {
                "textDocument": {**job, "version": version},
                "contentChanges": [{"text": text}],
            }
            wire.tell("textDocument/didChange", changes)
            place = {"line": 11, "character": 33}
            wire.ask("textDocument/hover", {"textDocument": job, "position": place})
            used[version] = psutil.Process(wire.process.pid).memory_info().rss
    assert used[600] - used[200] < 12 * _MEGABYTE
