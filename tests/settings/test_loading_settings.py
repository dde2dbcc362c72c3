from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from daft_lint.findings import Confidence, Severity
from daft_lint.plan.cluster import Cluster, RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.plan.span import Span
from daft_lint.settings import (
    PerFileIgnore,
    Settings,
    SettingsError,
    default_settings,
    load_settings,
)

Load = Callable[[str], Settings]

EVERYTHING = """\
[tool.daft-lint]
select = ["DFT1", "unnecessary-into-batches"]
ignore = ["DFT102"]
extend-select = ["ACME7"]
exclude = ["build/"]
extend-exclude = ["!build/kept.py"]
force-exclude = true
redact-paths = true
runner = "native"
daft-version = "0.6.14"
min-confidence = "possible"
min-severity = "error"
[tool.daft-lint.cluster]
workers = 4
cpus-per-worker = 16
gpus-per-worker = 0
[[tool.daft-lint.sources]]
match = "s3://bucket/meta/*.parquet"
rows = 1_000_000
[[tool.daft-lint.sources]]
match = "images/"
partitions = 12
[tool.daft-lint.per-file-ignores]
"tests/**" = ["DFT1"]
"""


def origin(text: str, line: int, length: int) -> tuple[Origin, ...]:
    span = Span("pyproject.toml", line, 1, line, length + 1)
    return (Origin(OriginKind.CONFIGURATION, text, span),)


def test_every_key_arrives(load: Load) -> None:
    settings = load(EVERYTHING)
    assert settings.select == ("DFT1", "unnecessary-into-batches", "ACME7")
    assert settings.ignore == ("DFT102",)
    assert settings.exclude == ("build/", "!build/kept.py")
    assert settings.force_exclude is True
    assert settings.redact_paths is True
    assert settings.runner is RunnerKind.NATIVE
    assert settings.daft_version == (0, 6, 14)
    assert settings.min_confidence is Confidence.POSSIBLE
    assert settings.min_severity is Severity.ERROR
    assert settings.per_file_ignores == (PerFileIgnore("tests/**", ("DFT1",)),)
    assert settings.file == Path("pyproject.toml")
    assert settings.root == Path()


def test_figures_carry_the_line_they_stand_on(load: Load) -> None:
    settings = load(EVERYTHING)
    workers, cpus = settings.cluster.workers, settings.cluster.cpus_per_worker
    gpus = settings.cluster.gpus_per_worker
    assert workers is not None
    assert cpus is not None
    assert gpus is not None
    assert (workers.count, cpus.count, gpus.count) == (4, 16, 0)
    text = "`[tool.daft-lint.cluster] workers` in pyproject.toml"
    assert workers.origins == origin(text, 14, len("workers = 4"))

    first, second = settings.sources
    assert first.rows is not None
    assert first.rows.count == 1_000_000
    text = "`[[tool.daft-lint.sources]] rows` in pyproject.toml"
    assert first.rows.origins == origin(text, 19, len("rows = 1_000_000"))
    assert first.partitions is None
    assert second.partitions is not None
    assert second.partitions.count == 12
    assert second.rows is None


def test_an_empty_section_means_the_defaults(load: Load) -> None:
    settings = load("[tool.daft-lint]\n")
    default = default_settings()
    assert settings.file == Path("pyproject.toml")
    assert settings.given == ()
    for name in ("select", "ignore", "exclude", "runner", "cluster", "sources", "root"):
        assert getattr(settings, name) == getattr(default, name)


def test_what_nobody_gave_is_unknown() -> None:
    settings = default_settings()
    assert settings.cluster == Cluster(None, None, None)
    assert settings.runner is None
    assert settings.file is None
    assert settings.origin("runner") is None


def test_a_key_that_was_given_names_its_place(load: Load) -> None:
    settings = load('[tool.daft-lint]\nrunner = "ray"\n')
    found = settings.origin("runner")
    assert found is not None
    assert found.text == "`[tool.daft-lint] runner` in pyproject.toml"
    assert found.span == Span("pyproject.toml", 2, 1, 2, 15)


def test_auto_leaves_the_runner_to_the_code(load: Load) -> None:
    assert load('[tool.daft-lint]\nrunner = "auto"').runner is None


def test_a_version_may_be_a_line(load: Load) -> None:
    assert load('[tool.daft-lint]\ndaft-version = "0.7"').daft_version == (0, 7)


def test_inline_tables_are_read_like_any_other(load: Load) -> None:
    settings = load(
        "[tool.daft-lint]\n"
        "cluster = { workers = 4 }\n"
        "sources = [\n"
        '  { match = "a", rows = 0 },\n'
        "]\n"
    )
    workers = settings.cluster.workers
    assert workers is not None
    assert workers.origins[0].span is not None
    assert workers.origins[0].span.line == 2
    rows = settings.sources[0].rows
    assert rows is not None
    assert rows.origins[0].span is not None
    assert rows.origins[0].span.line == 3


def test_one_source_may_be_spoken_of_twice_without_contradiction(load: Load) -> None:
    settings = load(
        "[tool.daft-lint]\n"
        'sources = [{ match = "a", rows = 3 }, { match = "a", rows = 3, partitions = 2 }]'
    )
    assert len(settings.sources) == 2


def test_relative_patterns_may_mean_another_folder(
    tmp_path: Path, known_rules: Mapping[str, str]
) -> None:
    file = tmp_path / "shared.toml"
    file.write_text("[tool.daft-lint]\n")
    assert load_settings(file, known_rules).root == tmp_path
    assert load_settings(file, known_rules, root=Path("x")).root == Path("x")


def test_a_file_without_the_section_cannot_be_loaded(load: Load) -> None:
    with pytest.raises(SettingsError) as error:
        load("[tool.ruff]")
    assert str(error.value) == "pyproject.toml: has no [tool.daft-lint] table"


def test_a_file_that_is_not_there_cannot_be_loaded(
    tmp_path: Path, known_rules: Mapping[str, str]
) -> None:
    file = tmp_path / "gone.toml"
    with pytest.raises(SettingsError) as error:
        load_settings(file, known_rules)
    assert str(error.value) == f"{file}: can't be read: No such file or directory"


def test_a_file_that_is_not_utf_8_cannot_be_loaded(
    tmp_path: Path, known_rules: Mapping[str, str]
) -> None:
    file = tmp_path / "latin.toml"
    file.write_bytes(b'[tool.daft-lint]\nx = "\xe9"')
    with pytest.raises(SettingsError) as error:
        load_settings(file, known_rules)
    assert str(error.value) == f"{file}: is not UTF-8 text, as TOML must be"


def test_a_file_that_is_nested_too_deeply_cannot_be_loaded(load: Load) -> None:
    with pytest.raises(SettingsError, match=r"\Apyproject\.toml: is n"):
        load("[tool.daft-lint]\nx = " + "[" * 100_000)
