"""`required-version`: settings that are for some versions of daft-lint only."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint import __version__
from daft_lint.settings import Settings, SettingsError, values

Load = Callable[[str], Settings]


def asking(specifier: str) -> str:
    return f'[tool.daft-lint]\nrequired-version = "{specifier}"\n'


@pytest.mark.parametrize("specifier", [__version__, f"=={__version__}", ">=0.0.1", ">=0.0.1,<999"])
def test_a_version_that_fits_runs(load: Load, specifier: str) -> None:
    assert load(asking(specifier)).required_version == specifier


def test_any_other_one_stops_before_its_keys_are_looked_at(load: Load) -> None:
    with pytest.raises(SettingsError) as error:
        load(asking(">=999") + "key-of-the-future = 1\n")
    assert str(error.value) == (
        f"pyproject.toml:2: tool.daft-lint.required-version: this is daft-lint {__version__}, "
        'but the settings require ">=999"; install a matching version'
    )


def test_a_pre_release_counts_as_the_version_it_is(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(values, "__version__", "2.0.0.dev1")
    load(asking(">=1.2"))
    with pytest.raises(SettingsError):
        load(asking(">=2.0"))


def test_what_is_no_specifier_is_reported(load: Load) -> None:
    with pytest.raises(SettingsError, match='got "newest"'):
        load(asking("newest"))
