"""The settings of a project that says nothing."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from daft_lint.plan.cluster import Cluster
from daft_lint.settings.keys import KEYS, Key, ValueKind
from daft_lint.settings.model import Settings

_FIELDS = frozenset(field.name for field in fields(Settings))
_DEFAULTED = frozenset(
    key.name for key in KEYS if key.default is not None and not key.table and key.field in _FIELDS
)


def default_settings(root: Path | None = None) -> Settings:
    """The settings of a project that says nothing.

    Args:
        root: the folder that relative patterns mean; the current one if not given.
    """
    by_field = {key.field: _meaning(key) for key in KEYS if key.name in _DEFAULTED}
    return Settings(cluster=Cluster(), root=root or Path(), **by_field)


def _meaning(key: Key) -> Any:
    """What the default of a key means to settings."""
    if key.kind is ValueKind.VERSION:
        return tuple(int(part) for part in str(key.default).split("."))
    return key.means(str(key.default)) if key.kind is ValueKind.CHOICE else key.default
