from __future__ import annotations

import datetime
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sampling import draws

from daft_lint.settings import KEYS, Settings, SettingsError, describe, load_settings
from daft_lint.settings.toml_values import toml_string

RULES = {"DFT101": "missing-repartition", "DFT201": "unnecessary-into-batches"}

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
telling = (
    "DFT DFT1 DFT101 missing-repartition ray native auto 0.7 0.6.3 likely warning tests/** !a ["
)
words = texts | st.sampled_from(telling.split())
keys = [key.leaf for key in KEYS]
names = words | st.sampled_from([*keys, "cluster", "sources", "per-file-ignores"])
scalars = (
    words
    | st.booleans()
    | st.integers(-2, 3)
    | st.integers()
    | st.floats()
    | st.just(datetime.date(2024, 1, 1))
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)


def toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return toml_string(value)
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{toml_string(k)} = {toml(v)}" for k, v in value.items()) + "}"
    return str(value)


def loaded(file: Path, text: str) -> Settings | SettingsError:
    file.write_bytes(text.encode())
    try:
        return load_settings(file, RULES)
    except SettingsError as error:
        return error


relaxed = settings(
    max_examples=draws(200),
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)


def check(file: Path, text: str) -> None:
    outcome = loaded(file, text)
    if isinstance(outcome, SettingsError):
        assert str(outcome).startswith(str(file))
        assert len(str(outcome).splitlines()) == 1
        return
    again = loaded(file, describe(outcome))
    assert isinstance(again, Settings)
    assert (again.select, again.ignore) == (outcome.select, outcome.ignore)
    assert (again.exclude, again.per_file_ignores) == (outcome.exclude, outcome.per_file_ignores)


@relaxed
@given(document=st.dictionaries(names, values, max_size=4))
def test_any_table_gives_settings_or_one_line_that_says_why_not(
    tmp_path: Path, document: dict[str, object]
) -> None:
    check(tmp_path / "pyproject.toml", f"tool.daft-lint = {toml(document)}")


well_formed = {
    "select": st.lists(words, max_size=2),
    "ignore": st.lists(words, max_size=2),
    "extend-select": st.lists(words, max_size=2),
    "exclude": st.lists(words, max_size=2),
    "extend-exclude": st.lists(words, max_size=2),
    "runner": words,
    "cluster": st.dictionaries(names, st.integers(0, 3), max_size=2),
    "sources": st.lists(
        st.fixed_dictionaries({"match": texts}, optional={"rows": st.integers(-1, 2)}), max_size=3
    ),
    "per-file-ignores": st.dictionaries(words, st.lists(words, max_size=2), max_size=2),
}


@relaxed
@given(document=st.fixed_dictionaries({}, optional=well_formed))
@example(document={"select": ["DFT"], "extend-select": ["DFT"]})
def test_nearly_right_tables_do_so_too(tmp_path: Path, document: dict[str, object]) -> None:
    check(tmp_path / "pyproject.toml", f"tool.daft-lint = {toml(document)}")


@relaxed
@given(text=st.text(st.sampled_from("[]{}=.,\"'#\\\n ax1-") | st.characters(), max_size=40))
def test_any_text_does_so_too(tmp_path: Path, text: str) -> None:
    file = tmp_path / "pyproject.toml"
    check(file, f"[tool.daft-lint]\n{text}".encode("utf-8", "replace").decode())


def test_right_and_wrong_tables_are_distinguished(tmp_path: Path) -> None:
    file = tmp_path / "pyproject.toml"
    assert isinstance(loaded(file, 'tool.daft-lint = {"select" = ["DFT"]}'), Settings)
    assert isinstance(loaded(file, 'tool.daft-lint = {"select" = ["DFX"]}'), SettingsError)
