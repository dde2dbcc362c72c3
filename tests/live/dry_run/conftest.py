"""Programs that run as `daft-lint live` runs them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from live_program import Programs


@pytest.fixture
def programs(tmp_path: Path) -> Programs:
    return Programs(tmp_path)
