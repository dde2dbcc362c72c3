from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.documents.pragmas import Pragmas, read_pragmas


@pytest.fixture(scope="session")
def read() -> Callable[[str], Pragmas]:
    """Reads the pragmas of a text, in a world of a few rules."""
    known_rules = (
        ("DFT101", "missing-repartition"),
        ("DFT102", "oversized-batch-size"),
        ("DFT201", "unnecessary-into-batches"),
        ("DFT901", "unused-suppression"),
        ("ACME7", "house-rule"),
    )
    return lambda text: read_pragmas(text, "a.py", known_rules)
