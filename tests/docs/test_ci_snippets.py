"""The snippets of the page on CI: shells take them, they find what is there, and logs say it."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner

from daft_lint.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "integrations.md").read_text("utf-8")
UVX = "uvx --from git+https://github.com/daft-lint/daft-lint daft-lint "
READERS: dict[str, Callable[[str], Any]] = {
    ".json": json.loads,
    ".sarif": json.loads,
    ".xml": ET.fromstring,
}


def _scripts() -> Iterator[str]:
    """The shell code of the page: of its own, and in the files of services."""
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        if kind == "sh":
            yield text
        elif kind == "yaml":
            yield from _in_yaml(yaml.safe_load(text))
        elif kind == "groovy":
            yield from re.findall(r"sh '(.*?)'", text)


def _in_yaml(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        for key, value in node.items():
            if key in {"run", "command"}:
                yield value
            elif key == "script":
                yield "\n".join(value)
            else:
                yield from _in_yaml(value)
    elif isinstance(node, list):
        for item in node:
            yield from _in_yaml(item)


SCRIPTS = list(_scripts())
LINTS = [
    found
    for script in SCRIPTS
    for line in script.replace("\\\n", " ").splitlines()
    for found in re.findall(r"(?:uvx --from \S+ daft-lint|^daft-lint) (?:check )?.*", line.strip())
]


def test_each_service_has_a_script() -> None:
    assert len(LINTS) >= 6
    assert all(service in PAGE for service in ("GitLab", "docker run", "Buildkite", "Jenkins"))
    assert all(line.startswith(UVX) for line in LINTS if line.startswith("uvx"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_the_shell_takes_it(script: str) -> None:
    done = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("line", sorted(set(LINTS)))
def test_it_finds_what_is_there(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "src").mkdir()
    shutil.copy(ROOT / "examples" / "clip_scores.py", tmp_path / "src")
    monkeypatch.chdir(tmp_path)
    words = shlex.split(line.replace(UVX, "daft-lint "))
    done = CliRunner().invoke(main, words[1:])
    assert done.exit_code == 1, done.output
    files = [path for path in tmp_path.iterdir() if path.is_file()]
    for file in files:
        READERS[file.suffix](file.read_text("utf-8"))
        assert "DFT101" in file.read_text("utf-8")
        # The log of a job that fails isn't empty.
        assert "1 problem (1 warning)" in done.stderr
    assert files or "DFT101" in done.stdout
