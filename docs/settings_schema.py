"""The JSON Schema of the settings, in the form that SchemaStore takes, from the table of keys."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from daft_lint.registry import built_in
from daft_lint.settings import KEYS, Key, ValueKind

_SELECTOR = {"$ref": "#/definitions/selector"}
_NAME = r"^[^\d\W]\w*(\.[^\d\W]\w*)*$"
_STRINGS = {"type": "array", "items": {"type": "string", "minLength": 1}}
_ARGUMENT = {
    "anyOf": [
        {"type": "string", "minLength": 1},
        {"type": "integer", "minimum": 0, "maximum": 255},
    ]
}
_ABOVE_0 = {"type": "number", "exclusiveMinimum": 0}
_KINDS: dict[ValueKind, dict[str, object]] = {
    ValueKind.SELECTORS: {"type": "array", "items": _SELECTOR},
    ValueKind.PATTERNS: _STRINGS,
    ValueKind.SELECTORS_BY_PATTERN: {
        "type": "object",
        "additionalProperties": {"type": "array", "items": _SELECTOR},
    },
    ValueKind.VERSION: {"type": "string", "pattern": r"^0\.[67](\.(0|[1-9][0-9]{0,3}))?$"},
    ValueKind.SPECIFIER: {"type": "string", "minLength": 1},
    ValueKind.FLAG: {"type": "boolean"},
    ValueKind.TEXT: {"type": "string", "minLength": 1},
    ValueKind.AMOUNT: _ABOVE_0,
    ValueKind.AMOUNTS: {"type": "object", "additionalProperties": _ABOVE_0},
    ValueKind.FILE: {"type": "string", "minLength": 1},
    ValueKind.MODULES: _STRINGS,
    ValueKind.FUNCTION: {"type": "string", "pattern": _NAME},
    ValueKind.ARGUMENT: {
        "anyOf": [*_ARGUMENT["anyOf"], {"type": "array", "items": _ARGUMENT, "minItems": 1}]
    },
}
_TABLES = {
    "cluster": "The cluster that runs the pipelines. What isn't given is unknown.",
    "cluster.worker-groups": "Workers that differ: a table for each kind.",
    "sources": "What no code tells of sources: a table for each path or glob.",
    "udf-wrappers": "Functions that make UDFs: a table for each.",
}
_ARRAYS = frozenset(_TABLES) - {"cluster"}


def settings_schema() -> str:
    """The schema as JSON text."""
    schema = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://json.schemastore.org/daft-lint.json",
        "title": "Settings of daft-lint",
        "description": "A daft-lint.toml, or the table [tool.daft-lint] of a pyproject.toml.",
        **_table(""),
        "definitions": {
            "selector": {
                "description": "The code of a rule, the start of codes, or the name of a rule.",
                "anyOf": [{"enum": list(_selectors())}, {"type": "string", "minLength": 1}],
            }
        },
    }
    return json.dumps(schema, indent=2) + "\n"


def _table(name: str) -> dict[str, object]:
    properties = {key.leaf: _key(key) for key in KEYS if key.table == name}
    for table, meaning in _TABLES.items():
        outer, _, leaf = table.rpartition(".")
        if outer == name:
            inside = _table(table)
            kind = {"type": "array", "items": inside} if table in _ARRAYS else inside
            properties[leaf] = {"description": meaning, **kind}
    required = [key.leaf for key in KEYS if key.table == name and key.required]
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": properties,
    }


def _key(key: Key) -> dict[str, object]:
    reported: dict[str, object] = {"description": key.meaning}
    if key.default is not None:
        reported["default"] = list(key.default) if isinstance(key.default, tuple) else key.default
    if key.kind is ValueKind.CHOICE:
        return {**reported, "enum": list(key.choices)}
    if key.kind is ValueKind.COUNT:
        return {**reported, "type": "integer", "minimum": key.minimum}
    return {**reported, **_KINDS[key.kind]}


def _selectors() -> Iterator[str]:
    codes = sorted(rule.code for rule in built_in())
    yield "ALL"
    yield from _starts(codes)
    yield from codes
    yield from sorted(rule.name for rule in built_in())


def _starts(codes: Iterable[str]) -> list[str]:
    return sorted({code[:length] for code in codes for length in (3, 4)})
