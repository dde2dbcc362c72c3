"""The settings of a project that says nothing."""

from __future__ import annotations

from pathlib import Path

from daft_lint.findings import Confidence, FailOn, Severity
from daft_lint.plan.cluster import Cluster
from daft_lint.settings.keys import key_named
from daft_lint.settings.model import Settings
from daft_lint.settings.runners import runner_called


def default_settings(root: Path | None = None) -> Settings:
    """The settings of a project that says nothing.

    Args:
        root: the folder that relative patterns mean; the current one if not given.
    """
    return Settings(
        select=_default_strings("select"),
        ignore=_default_strings("ignore"),
        exclude=_default_strings("exclude"),
        include=_default_strings("include"),
        force_exclude=key_named("force-exclude").default is True,
        runner=runner_called(_default_string("runner")),
        daft_version=tuple(int(part) for part in _default_string("daft-version").split(".")),
        min_confidence=Confidence(_default_string("min-confidence")),
        min_severity=Severity(_default_string("min-severity")),
        fail_on=FailOn(_default_string("fail-on")),
        cluster=Cluster(),
        output_format=_default_string("output-format"),
        root=root or Path(),
    )


def _default_strings(name: str) -> tuple[str, ...]:
    default = key_named(name).default
    return default if isinstance(default, tuple) else ()


def _default_string(name: str) -> str:
    return str(key_named(name).default)
