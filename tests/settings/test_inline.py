"""Settings as TOML on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from daft_lint.plan.cluster import RunnerKind
from daft_lint.settings import SettingsError, default_settings, inline_table, with_table

Rules = Mapping[str, str]


def test_every_key_can_be_set(known_rules: Rules) -> None:
    settings = default_settings()
    for text in (
        'runner = "ray"',
        "cluster.workers = 4",
        "cluster = { gpus-per-worker = 1 }",
        'sources = [{ match = "a", rows = 7 }]',
        'per-file-ignores = { "tests/**" = ["DFT101"] }',
        'baseline = "known.json"',
    ):
        settings = with_table(settings, inline_table(text), known_rules)
    workers, gpus = settings.cluster.workers, settings.cluster.gpus_per_worker
    assert settings.runner is RunnerKind.RAY
    assert workers is not None
    assert gpus is not None
    assert (workers.count, gpus.count) == (4, 1)
    assert [origin.text for origin in workers.origins] == ["`--config cluster.workers`"]
    assert [source.match for source in settings.sources] == ["a"]
    assert [ignore.pattern for ignore in settings.per_file_ignores] == ["tests/**"]
    assert settings.baseline == Path("known.json")


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("workers=4", "--config workers: unknown key; did you mean `cluster.workers`?"),
        (
            'runner="rey"',
            '--config runner: expected one of "auto", "ray", "native", got "rey"; did you mean '
            '"ray"?',
        ),
        (
            "runner=ray",
            '--config "runner=ray": is not valid TOML: Invalid value; quote the string: '
            "--config 'runner = \"ray\"'",
        ),
        ("cluster.workers=?", '--config "cluster.workers=?": is not valid TOML: Invalid value'),
        (
            'extend="base.toml"',
            "--config extend: is for files; name the file itself: --config FILE",
        ),
        (
            "sources=[{rows=1}]",
            "--config sources[0]: has no `match`; add the path of a source, or a glob: `*` stays "
            "within a folder, `**` does not",
        ),
    ],
)
def test_what_is_wrong_is_reported_in_one_line(
    known_rules: Rules, text: str, reported: str
) -> None:
    with pytest.raises(SettingsError) as error:
        with_table(default_settings(), inline_table(text), known_rules)
    assert str(error.value) == reported
