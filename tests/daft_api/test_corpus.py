"""Programs of old names print on this Daft, once mended, what they printed on one that had them.

Each row of the table is run: the old name by `benchmarks/removed_api.py`, what is to be written for
it here.
"""

from __future__ import annotations

import inspect
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import reduce
from pathlib import Path

import pytest

from daft_lint import testing
from daft_lint.daft_api.successors import PARAMETER_ADVICE, PARAMETER_SUCCESSORS, SUCCESSORS
from daft_lint.daft_api.table import Member, api
from daft_lint.registry import all_rules

daft = pytest.importorskip("daft")
pytest.importorskip("daft.logging")

CORPUS = Path(__file__).parent / "corpus"
PROGRAMS = sorted(path for path in CORPUS.glob("*.py") if path.suffixes == [".py"])
RULE = next(rule for rule in all_rules() if rule.code == "DFT310")
NOT_RUN = {
    "what downloads a model of tokens": {"tokenize_decode", "tokenize_encode"},
    "what needs a catalog or service that answers": {
        *("DataCatalogTable", "DataCatalogType", "GLUE", "UNITY", "catalog_id", "table_uri"),
        *("OAuth2Credentials", "UnityCatalog", "UnityCatalogTable", "from_gravitino.catalog"),
        "read_iceberg.pyiceberg_table",
    },
    "what needs the package daft-lance": {
        *("LanceRestConfig", "api_key", "create_lance_table_rest", "headers", "merge_columns"),
        *("merge_columns_df", "read_lance.rest_config", "read_lance.url", "timeout"),
        *("register_lance_table_rest", "write_lance_rest"),
    },
    "what needs PyAV": {"VideoFile.str_or_bytes"},
    "what the old Daft refuses as well": {
        *("read_csv.schema_hints", "read_json.schema_hints", "read_parquet.schema_hints"),
        *("try_decode.codec", "try_encode.codec"),
    },
    "what only a cluster takes": {
        *("set_execution_config.worker_startup_timeout", "set_runner_ray.max_task_backlog"),
    },
    "what has another meaning now": {"image_hash.algorithm", "read_parquet.on"},
    "what nothing replaces": {
        *("Builder", "MemoryFile", "PathFile", "SparkSession", "get_bytes", "crop_resistant_hash"),
        "hash",
    },
    "the inside of Daft": {
        *("BoundUDFArgs", "CommonUDFArgs", "PartialStatefulUDF", "PartialStatelessUDF"),
        *("SeriesIterable", "UninitializedUdf", "analytics_client", "from_expression"),
        *("init_analytics", "run_udf", "stateful_udf", "stateless_udf"),
    },
}
# Daft's own threads can end a Python that shuts down while they still run: it isn't left to.
RUN = """
import contextlib, os, runpy, sys, traceback
for folder in sys.argv[1:]:
    os.chdir(folder)
    with open("printed.txt", "w") as printed, contextlib.redirect_stdout(printed):
        try:
            runpy.run_path("mended.py", run_name="__main__")
        except Exception:
            traceback.print_exc(file=printed)
os._exit(0)
"""
VERSION = tuple(int(part) for part in daft.__version__.split(".")[:3])


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What each program prints once mended, by its name.

    A runner is chosen once in a process, so programs that choose one have their own.
    """
    folders = {program: tmp_path_factory.mktemp(program.stem) for program in PROGRAMS}
    alone, together = [], []
    for program, folder in folders.items():
        by_hand = program.with_suffix(".by_hand.py")
        text = by_hand.read_text("utf-8") if by_hand.exists() else fixed(program)
        (folder / "mended.py").write_text(text, "utf-8")
        (alone if "set_runner" in text else together).append(str(folder))
    for places in (together, *([place] for place in alone)):
        subprocess.run(
            (sys.executable, "-W", "ignore", "-c", RUN, *places),
            env={**os.environ, "DO_NOT_TRACK": "1", "DAFT_PROGRESS_BAR": "0"},
            check=True,
        )
    return {
        program.stem: (folder / "printed.txt").read_text("utf-8")
        for program, folder in folders.items()
    }


def fixed(program: Path) -> str:
    return testing.fixed(program.read_text("utf-8"), RULE, unsafe=True)


@pytest.mark.skipif(VERSION < (0, 7), reason="the old names are still there")
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_mended_program_prints_what_it_printed_before(
    program: Path, printed: dict[str, str]
) -> None:
    assert printed[program.stem] == program.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_what_is_left_by_hand_is_what_the_advice_says(program: Path) -> None:
    by_hand = program.with_suffix(".by_hand.py")
    left = testing.found(fixed(program), RULE)
    assert bool(left) == by_hand.exists()
    advised = {
        name.rpartition(".")[2]
        for finding in left
        for name in re.findall(r"`(?:daft\.)?([\w.]+)`", finding.fixes[0].message)
    }
    text = by_hand.read_text("utf-8") if left else ""
    assert {name for name in advised if not re.search(rf"\b{name}\b", text)} == set()


def test_each_row_is_run() -> None:
    text = "\n".join(path.read_text("utf-8") for path in PROGRAMS)
    namespaces = {
        member.gives: rf"\.{member.name}\."
        for member in api().members("Expression")
        if member.gives and member.gives.endswith("Namespace")
    }
    left_out = set().union(*NOT_RUN.values())
    rows = set(_rows())
    missing = {
        name
        for member, name in rows
        if name not in left_out
        and not re.search(_written(namespaces.get(member.owner, ""), name), text)
    }
    assert missing == set()
    assert left_out <= {name for _, name in rows}


def _rows() -> Iterator[tuple[Member, str]]:
    """The names, and the parameters as `function.parameter`, that the newest Daft lacks."""
    table = api()
    for owner in table.raw["owners"]:
        for member in table.members(owner):
            if not member.life.holds(table.newest):
                yield member, member.name
                continue
            for name, parameter in member.takes.items():
                if not parameter.life.holds(table.newest):
                    yield member, f"{member.name}.{name}"


def _written(namespace: str, name: str) -> str:
    function, _, parameter = name.partition(".")
    call = rf"{namespace}\b{function}\b"
    return rf"{call}\((?:[^()]|\([^()]*\))*\b{parameter}=" if parameter else call


def test_what_is_to_be_written_is_there() -> None:
    rows = set(_rows())
    targets = {member.use for member, _ in rows if member.use} | set(SUCCESSORS.values())
    missing = {".".join(target) for target in targets if not _is_there(target)}
    assert missing == set()


def _is_there(target: tuple[str, str]) -> bool:
    owner, name = target
    places = (daft, daft.series, daft.dataframe.dataframe)
    whole = f"{owner}.{name}".removeprefix("daft.").split(".")
    return any(reduce(lambda it, each: getattr(it, each, None), whole, place) for place in places)


def test_parameters_are_renamed_to_what_is_taken() -> None:
    not_taken = {
        (function, new)
        for (function, _), new in PARAMETER_SUCCESSORS.items()
        if not any(new in inspect.signature(each).parameters for each in _functions_of(function))
    }
    assert not_taken == set()
    assert [place for place in PARAMETER_ADVICE if not _functions_of(place[0])] == []


def _functions_of(name: str) -> list[Callable[..., object]]:
    owners = (daft, daft.functions, daft.Catalog, daft.series.SeriesStringNamespace)
    found = (getattr(owner, name, None) for owner in owners)
    return [each for each in found if inspect.isfunction(each)]
