from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from daft_lint.settings import Settings, load_settings


@pytest.fixture
def known_rules() -> Mapping[str, str]:
    return {
        "DFT101": "missing-repartition",
        "DFT102": "oversized-batch-size",
        "DFT201": "unnecessary-into-batches",
        "ACME7": "house-rule",
    }


@pytest.fixture
def load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known_rules: Mapping[str, str]
) -> Callable[[str], Settings]:
    """Loads a text as `pyproject.toml` of the current folder."""
    monkeypatch.chdir(tmp_path)

    def load_text(text: str) -> Settings:
        file = Path("pyproject.toml")
        file.write_bytes(text.encode())
        return load_settings(file, known_rules)

    return load_text
