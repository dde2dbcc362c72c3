"""Quantities of Kubernetes: `16`, `500m`, `64Gi`; and Ray's custom resources."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from decimal import ROUND_CEILING, Decimal

from daft_lint.plan.placement import Resources
from daft_lint.settings.cluster_files.fields import Field
from daft_lint.settings.toml_values import LARGEST

_SUFFIXES = {
    "": Decimal(1),
    **{name: Decimal(1000) ** power for power, name in enumerate("kMGTPE", 1)},
    **{f"{name}i": Decimal(1024) ** power for power, name in enumerate("KMGTPE", 1)},
    **{name: Decimal(1000) ** -power for power, name in enumerate("mun", 1)},
}
_QUANTITY = re.compile(
    r"\+?([0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})(?:([eE][+-]?[0-9]{1,3})|([A-Za-z]{0,2}))"
)

_NUMBER = re.compile(r"[0-9]{1,18}(?:\.[0-9]{1,18})?")
_OF_RAY = frozenset({"cpu", "gpu", "tpu", "memory", "object_store_memory"})


def quantity(field: Field) -> int:
    """A quantity of at least 0, rounded up to a whole number.

    Raises:
        SettingsError: this is none, or it is beyond 64 bits.
    """
    found = _QUANTITY.fullmatch(field.written())
    if not found or (found[3] or "") not in _SUFFIXES:
        raise field.error(f'expected a quantity such as 16, "500m" or "64Gi", got {field.shown}')
    number = Decimal(found[1] + (found[2] or "")) * _SUFFIXES[found[3] or ""]
    # Far beyond it, there are too many digits to round.
    return field.bounded(int(min(number, Decimal(LARGEST + 1)).to_integral_value(ROUND_CEILING)))


def custom_resources(given: Iterable[tuple[str, object]]) -> Resources | None:
    """The custom resources among those that a node has; None where one can't be read."""
    found: list[tuple[str, float]] = []
    for name, amount in given:
        number = _NUMBER.fullmatch(str(amount))
        if name.lower() in _OF_RAY:
            continue
        if number is None:
            return None
        found.append((name, float(number[0])))
    return tuple(sorted(found))


def resources_as_json(text: str) -> Resources | None:
    r"""The custom resources of `ray start`, quoted as KubeRay wants them: `'"{\"a\": 1}"'`.

    None where they can't be read.
    """
    try:
        found = json.loads(text.strip("'\" ").replace("\\", ""))
    except (ValueError, RecursionError):
        return None
    return custom_resources(found.items()) if isinstance(found, dict) else None
