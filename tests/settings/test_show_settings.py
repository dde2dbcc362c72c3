from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from syrupy.assertion import SnapshotAssertion

from daft_lint.settings import PerFileIgnore, Settings, default_settings, describe, with_overrides

Load = Callable[[str], Settings]

FILE = """\
[tool.daft-lint]
select = ["DFT1"]
extend-select = ["ACME7"]
exclude = ["build/"]
daft-version = "0.7.26"
[tool.daft-lint.cluster]
workers = 4
gpus-per-worker = 0
[[tool.daft-lint.sources]]
match = 's3://bucket/"meta"/*.parquet'
rows = 1_000_000
[tool.daft-lint.per-file-ignores]
"tests/**" = ["DFT1"]
"""


def test_the_defaults_are_shown_as_such(snapshot: SnapshotAssertion) -> None:
    assert describe(default_settings()) == snapshot


def test_each_value_names_its_place(
    load: Load, known_rules: Mapping[str, str], snapshot: SnapshotAssertion
) -> None:
    settings = with_overrides(
        load(FILE), known_rules, runner="ray", cpus_per_worker=8, ignore=["DFT102"]
    )
    assert describe(settings) == snapshot


def test_what_is_shown_gives_the_same_settings_again(
    load: Load, known_rules: Mapping[str, str]
) -> None:
    settings = with_overrides(load(FILE), known_rules, runner="native", ignore=["DFT1"])
    again = load(describe(settings))
    assert describe(again).count("\n") == describe(settings).count("\n")
    for name in ("select", "ignore", "exclude", "runner", "daft_version", "per_file_ignores"):
        assert getattr(again, name) == getattr(settings, name)
    assert again.cluster.workers is not None
    assert again.cluster.workers.count == 4
    assert again.cluster.cpus_per_worker is None
    assert [fact.match for fact in again.sources] == [fact.match for fact in settings.sources]


def test_settings_made_by_hand_can_be_shown(load: Load) -> None:
    ignores = (PerFileIgnore('a"\n\x7f\U000e0001.py', ("DFT",)),)
    settings = replace(default_settings(), per_file_ignores=ignores, file=Path("a\nb.toml"))
    assert load(describe(settings)).per_file_ignores == ignores
