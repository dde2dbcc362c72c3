from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from syrupy.assertion import SnapshotAssertion

from daft_lint.findings import Confidence, Severity
from daft_lint.plan.cluster import RunnerKind
from daft_lint.reporting.formats import FORMATS
from daft_lint.settings import KEYS, Settings, default_settings
from daft_lint.settings.toml_values import toml_string, toml_strings

Load = Callable[[str], Settings]


def test_the_keys_are_a_promise(snapshot: SnapshotAssertion) -> None:
    lines = [f"{key.name}: {key.type} = {key.default}. {key.meaning}" for key in KEYS]
    assert "\n".join(lines) == snapshot


def test_the_choices_are_those_of_the_enums() -> None:
    choices = {key.name: set(key.choices) for key in KEYS}
    assert choices["min-confidence"] == {member.value for member in Confidence}
    assert choices["min-severity"] == {member.value for member in Severity}
    runners = {member.value for member in RunnerKind if member is not RunnerKind.UNKNOWN}
    assert choices["output-format"] == set(FORMATS)
    assert choices["runner"] == runners | {"auto"}


def test_spelling_out_the_defaults_changes_nothing_but_the_places(load: Load) -> None:
    lines = []
    for key in KEYS:
        if isinstance(key.default, bool):
            lines.append(f"{key.name} = {str(key.default).lower()}")
        elif isinstance(key.default, str):
            lines.append(f"{key.name} = {toml_string(key.default)}")
        elif isinstance(key.default, tuple):
            lines.append(f"{key.name} = {toml_strings(key.default)}")
    settings = load("[tool.daft-lint]\n" + "\n".join(lines))
    assert replace(settings, file=None, given=()) == default_settings()
