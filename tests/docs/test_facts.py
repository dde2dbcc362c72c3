"""The pages on facts and on runs show what is seen."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from daft_lint.cli import main

ROOT = Path(__file__).parents[2]
EVENT_LOG = ROOT / "tests" / "event_log"
PAGE = "".join((ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("facts", "review"))
_STEPS = re.compile(r"^\$ (daft-lint [^\n]*)\n(.*?)(?=^\$|^```)", re.MULTILINE | re.DOTALL)


def test_the_pages_show_what_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    program = re.search(r'```python title="embed_job.py"\n(.*?)```', PAGE, re.DOTALL)
    kept = re.search(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert program is not None
    assert kept is not None
    Path("embed_job.py").write_text(program[1])
    shutil.copy(EVENT_LOG / "project" / "pyproject.toml", ".")
    Path("logs").mkdir()
    shutil.copy(EVENT_LOG / "logs" / "ray" / "lively-wren-edf017.jsonl", "logs")
    seen = 0
    for command, shown in _STEPS.findall(PAGE):
        if any(word in command for word in ("metadata", "--changed-since", "from-live")):
            continue
        with pytest.raises(SystemExit):
            main(command.split()[1:])
        written = capsys.readouterr()
        assert (written.out + written.err).strip() == shown.strip(), command
        seen += 1
    assert seen == 4
    assert kept[1] in Path("daft-lint-facts.toml").read_text()
