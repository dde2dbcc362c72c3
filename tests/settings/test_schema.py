"""The JSON Schema of the settings, which editors check and complete them by."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import daft_lint.settings
from daft_lint.settings import KEYS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SCHEMA = Path(daft_lint.settings.__file__).with_name("daft-lint.schema.json")
DOCS = Path(__file__).parents[2] / "docs"
PAGES = [DOCS / f"{name}.md" for name in ("configuration", "clusters", "settings-files")]


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def tables(schema: Any) -> Iterator[Any]:
    """A table and those in it."""
    schema = schema.get("items", schema)
    if "properties" in schema:
        yield schema
        for inner in schema["properties"].values():
            yield from tables(inner)


def test_it_has_what_schemastore_asks_for(validator: Any) -> None:
    schema = validator.schema
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert schema["$id"] == "https://json.schemastore.org/daft-lint.json"
    assert schema["title"]
    for table in tables(schema):
        assert table["additionalProperties"] is False
        assert all(key["description"] for key in table["properties"].values())


def test_it_knows_every_key(validator: Any) -> None:
    for key in KEYS:
        schema = validator.schema
        for part in key.name.split("."):
            schema = schema.get("items", schema)["properties"][part]


def test_the_settings_of_the_documentation_fit(validator: Any) -> None:
    text = "".join(page.read_text("utf-8") for page in PAGES)
    found = re.findall(r"```toml[^\n]*\n(.*?)```", text, re.DOTALL)
    assert len(found) >= 8
    for text in found:
        document = tomllib.loads(text)
        validator.validate(document.get("tool", {}).get("daft-lint", document))


@pytest.mark.parametrize(
    "text",
    [
        "workers = 4",
        'runner = "rey"',
        'select = "DFT1"',
        "cluster.workers = 0",
        "sources = [{ rows = 1 }]",
        'udf-wrappers = [{ cpus = "n" }]',
        "cluster.worker-groups = [{ cpus-per-worker = 1 }]",
        'per-file-ignores = { "a.py" = "DFT101" }',
    ],
)
def test_what_daft_lint_refuses_does_not_fit(validator: Any, text: str) -> None:
    assert not validator.is_valid(tomllib.loads(text))
