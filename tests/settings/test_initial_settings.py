"""The first settings of a project explain themselves, and nothing else in the file changes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from daft_lint.settings import Settings, SettingsError, load_settings
from daft_lint.settings.initial_settings import Proposal, ProposedSource, added_to, toml_of
from daft_lint.settings.requirements import required_daft

FIGURES = ("cluster.workers", "cluster.cpus-per-worker", "cluster.gpus-per-worker")
EVERYTHING = Proposal(
    cluster=dict(zip(FIGURES, (4, 16, 0), strict=True)),
    sources=(
        ProposedSource(
            "s3://bucket/meta/*.parquet",
            "daft.read_parquet in etl/embed.py, line 12",
            {"sources.rows": 1_000_000, "sources.partitions": 12},
        ),
        ProposedSource("m.csv", "daft.read_csv in etl/copy.py, line 3", {"sources.rows": None}),
        ProposedSource(
            'a"\n]b',
            "daft.read_json in a\nb.py, line 1",
            {"sources.rows": 5, "sources.partitions": None},
        ),
    ),
)


def loaded(folder: Path, table: str, known_rules: Mapping[str, str]) -> Settings:
    file = folder / "pyproject.toml"
    file.write_bytes(added_to("", table, file).encode())
    return load_settings(file, known_rules)


def test_what_is_known_becomes_settings(
    tmp_path: Path, known_rules: Mapping[str, str], snapshot: SnapshotAssertion
) -> None:
    table = toml_of(EVERYTHING)
    assert table == snapshot
    settings = loaded(tmp_path, table, known_rules)
    workers, gpus = settings.cluster.workers, settings.cluster.gpus_per_worker
    assert workers is not None
    assert gpus is not None
    assert (workers.count, gpus.count) == (4, 0)
    assert [source.match for source in settings.sources] == ["s3://bucket/meta/*.parquet", 'a"\n]b']


def test_what_nobody_knows_is_commented_out(
    tmp_path: Path, known_rules: Mapping[str, str], snapshot: SnapshotAssertion
) -> None:
    table = toml_of(Proposal())
    assert table == snapshot
    settings = loaded(tmp_path, table, known_rules)
    assert settings.given == ()
    assert settings.cluster.workers is None


def test_a_locked_version_is_named_and_left_where_it_is(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("ray\ndaft>=0.5,<0.7\n")
    table = toml_of(Proposal(required_daft(tmp_path)))
    assert "# It is read from `daft>=0.5,<0.7` in requirements.txt, line 2; a version" in table
    assert '\n# daft-version = "0.6"\n' in table


def test_a_version_that_no_setting_can_name_is_not_proposed(tmp_path: Path) -> None:
    (tmp_path / "requirements.txt").write_text("getdaft==0.4.14\n")
    table = toml_of(Proposal(required_daft(tmp_path)))
    assert "`getdaft==0.4.14` in requirements.txt" in table
    assert '\n# daft-version = "0.6.0"\n' in table


def test_one_cluster_file_is_taken_and_several_are_to_be_chosen_from() -> None:
    files = (("deploy/prod.yaml", "workers 8"), ("deploy/test.yaml", "workers 1"))
    single, both = (
        toml_of(Proposal(cluster_files=files[:1])),
        toml_of(Proposal(cluster_files=files)),
    )
    assert '\n# A cluster: workers 8.\ncluster-file = "deploy/prod.yaml"\n' in single
    assert "[tool.daft-lint.cluster]" not in single
    for name, _ in files:
        assert f'\n# cluster-file = "{name}"\n' in both


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[project]\nname = 'etl'  # ours\n\n\n[tool.ruff]\nline-length = 100\n",
        "[tool.ruff]\r\nline-length = 100\r\n",
        "# no line end at the end",
        "[[tool.mypy.overrides]]\nmodule = 'a'",
        "tool.ruff.line-length = 100\n",
    ],
)
def test_nothing_else_in_the_file_changes(text: str) -> None:
    made = added_to(text, "[tool.daft-lint]\n# open\n", Path("pyproject.toml"))
    assert made.startswith(text)
    assert made.removeprefix(text).split() == ["[tool.daft-lint]", "#", "open"]
    assert made.count("\r\n") == (made.count("\n") if "\r" in text else 0)


@pytest.mark.parametrize("text", ["[project", "tool = {}\n", "tool = 3\n"])
def test_a_file_that_cannot_have_the_table_is_refused(text: str) -> None:
    with pytest.raises(SettingsError, match=r"pyproject\.toml"):
        added_to(text, "[tool.daft-lint]\n", Path("pyproject.toml"))
