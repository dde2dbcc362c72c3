"""A real browser for the tests of web pages: headless Chromium."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

REQUIRED = "DAFT_LINT_REQUIRE_BROWSER"
"""Where this is set in the environment, tests fail without a browser."""

NAMES = ("chromium", "google-chrome", "chromium-browser")
_MEASURED = re.compile(r'<pre id="measured">(.+?)</pre>')


@dataclass(frozen=True)
class Chromium:
    """A program of that kind, and a folder for its profile and for what it opens."""

    program: str
    folder: Path

    def run(self, text: str, *options: str, width: int = 1280, suffix: str = ".html") -> str:
        """Open a page; what `--dump-dom` and the like print."""
        file = self.folder / f"page{suffix}"
        file.write_text(text, "utf-8")
        command = [
            self.program,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            f"--user-data-dir={self.folder / 'profile'}",
            f"--window-size={width},900",
            *options,
            file.as_uri(),
        ]
        result = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        assert result.returncode == 0, result.stderr
        return result.stdout

    def measured(self, text: str, *options: str, width: int = 1280) -> dict[str, Any]:
        """What a script of the page writes as JSON into its element `measured`."""
        waiting = ("--dump-dom", "--virtual-time-budget=5000")
        dumped = self.run(text, *waiting, *options, width=width)
        found = _MEASURED.search(dumped)
        assert found, dumped
        measured: dict[str, Any] = json.loads(found[1])
        return measured

    def screenshot(self, text: str, width: int) -> int:
        """The bytes of a screenshot."""
        picture = self.folder / "page.png"
        self.run(text, f"--screenshot={picture}", width=width)
        return picture.stat().st_size
