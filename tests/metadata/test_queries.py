"""Daft is asked only what it tells as the program would have it."""

from pathlib import Path

import pytest

from daft_lint.metadata.messages import Query
from daft_lint.metadata.queries import query_of
from daft_lint.plan.pipeline import Location

ROOT = Path("/project")


def asked(reader: str, *paths: str, options: tuple[str, ...] = ()) -> Query | None:
    return query_of(Location(reader, paths, options), ROOT)


@pytest.mark.parametrize(
    ("path", "whole"),
    [
        ("data/*.parquet", "/project/data/*.parquet"),
        ("./a.parquet", "/project/a.parquet"),
        ("../a.parquet", "/project/../a.parquet"),
    ],
)
def test_a_relative_path_counts_from_the_project_and_that_is_an_assumption(
    path: str, whole: str
) -> None:
    query = asked("read_parquet", path)
    assert query == Query("read_parquet", (whole,), path, assumed=True)


def test_the_home_of_whoever_runs_it_is_an_assumption() -> None:
    query = asked("read_parquet", "~/a.parquet")
    assert query is not None
    assert query.paths == (str(Path.home() / "a.parquet"),)
    assert query.assumed


@pytest.mark.parametrize("path", ["/data/*.parquet", "file:///data/*.parquet"])
def test_an_absolute_path_is_taken_as_it_is(path: str) -> None:
    assert asked("read_parquet", path) == Query("read_parquet", (path,), path)


@pytest.mark.parametrize("path", ["s3://bucket/a", "https://example.org/a", "hf://datasets/a/b"])
def test_a_url_is_elsewhere(path: str) -> None:
    assert asked("read_parquet", path) == Query("read_parquet", (path,), path)


def test_a_list_is_asked_of_as_one_source() -> None:
    query = asked("read_parquet", "/a", "/b", "/c")
    assert query is not None
    assert (query.paths, query.shown) == (("/a", "/b", "/c"), "/a and 2 more")


@pytest.mark.parametrize(
    ("reader", "options"),
    [
        ("read_parquet", ("row_groups",)),
        ("read_parquet", ("ignore_corrupt_files",)),
        ("read_parquet", ("checkpoint",)),
        ("read_json", ("skip_empty_files",)),
        ("read_deltalake", ("version",)),
        ("read_lance", ("fragment_group_size",)),
        ("read_sql", ()),
        ("read_iceberg", ()),
        ("from_pydict", ()),
    ],
)
def test_what_changes_the_counts_or_needs_data_is_not_asked(
    reader: str, options: tuple[str, ...]
) -> None:
    assert asked(reader, "/data/a", options=options) is None


@pytest.mark.parametrize("option", ["schema", "infer_schema", "file_path_column", "io_config"])
def test_options_that_change_no_count_are_no_reason_not_to_ask(option: str) -> None:
    assert asked("read_parquet", "/data/a", options=(option,)) is not None


def test_a_store_with_a_configuration_of_its_own_is_not_asked() -> None:
    assert asked("read_parquet", "s3://bucket/a", options=("io_config",)) is None


@pytest.mark.parametrize(
    ("reader", "options", "pruned"),
    [
        ("read_parquet", (), False),
        ("read_parquet", ("hive_partitioning",), True),
        ("read_deltalake", (), True),
    ],
)
def test_where_filters_rule_out_files_that_is_known(
    reader: str, options: tuple[str, ...], pruned: bool
) -> None:
    query = asked(reader, "/data/a", options=options)
    assert query is not None
    assert query.pruned is pruned


@pytest.mark.parametrize("path", ["a\nb", "a\0b"])
def test_what_is_no_path_is_not_asked(path: str) -> None:
    assert asked("read_parquet", path) is None


def test_a_project_whose_folder_reads_as_a_glob_is_not_looked_into() -> None:
    location = Location("read_parquet", ("a.parquet",))
    assert query_of(location, Path("/projects/[old]")) is None
