"""A file in any encoding that Python knows never keeps other files from being linted and fixed."""

from __future__ import annotations

import encodings
import pkgutil
from encodings.aliases import aliases
from pathlib import Path

import pytest
from click.testing import CliRunner

from daft_lint.cli import main

_MODULES = (module.name for module in pkgutil.iter_modules(encodings.__path__))
CODECS = sorted({*aliases.values(), *_MODULES})
PROGRAM = """\
import daft

df = daft.read_parquet("in/").repartition(64).into_partitions(24)
df.write_parquet("out/")
"""
LONG = f"# {'x' * 90}.y\n"


@pytest.mark.parametrize("option", ["check", "--fix"])
def test_one_file_never_stops_the_others(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.py").write_text(PROGRAM)
    for codec in CODECS:
        for more in (LONG, f"{LONG}# äöü\n"):
            text = f"# -*- coding: {codec} -*-\n{more}{PROGRAM}"
            (tmp_path / f"{codec}_{len(more)}.py").write_bytes(text.encode())
    given = ["."] if option == "check" else [option, "."]
    done = CliRunner().invoke(main, [*given, "--output-format", "concise"])
    assert "internal error" not in done.output
    assert isinstance(done.exception, SystemExit)
    if option == "check":
        assert "good.py:3:31: DFT202" in done.output
    else:
        assert (tmp_path / "good.py").read_text() != PROGRAM
