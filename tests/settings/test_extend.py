"""`extend`: settings on top of those of another file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from daft_lint.plan.cluster import RunnerKind
from daft_lint.settings import Settings, SettingsError, load_file_patterns, load_settings
from daft_lint.settings.loader import moved

Rules = Mapping[str, str]
Stack = Callable[..., Settings]
APP, BASE = "app/daft-lint.toml", "shared/base.toml"
EXTEND = 'extend = "../shared/base.toml"\n'


@pytest.fixture
def stack(tmp_path: Path, known_rules: Rules) -> Stack:
    """The settings of a file that extends another one."""

    def stack(base: str, top: str = "") -> Settings:
        for name, text in ((BASE, base), (APP, EXTEND + top)):
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        return load_settings(tmp_path / APP, known_rules)

    return stack


def test_the_file_wins_over_what_it_extends(stack: Stack, tmp_path: Path) -> None:
    settings = stack('runner = "ray"\nfail-on = "error"\n', 'runner = "native"\n')
    assert settings.runner is RunnerKind.NATIVE
    assert settings.fail_on.value == "error"
    assert settings.file == tmp_path / APP
    assert [path.resolve() for path in settings.extended] == [tmp_path / BASE]
    assert set(map(Path.resolve, settings.files)) == {tmp_path / APP, tmp_path / BASE}


def test_lists_that_add_add_and_a_fresh_selection_starts_afresh(stack: Stack) -> None:
    added = stack('ignore = ["DFT101"]\n', 'ignore = ["DFT102"]\n')
    assert added.ignore == ("DFT101", "DFT102")
    afresh = stack('ignore = ["DFT101"]\n', 'select = ["DFT1"]\n')
    assert (afresh.select, afresh.ignore) == (("DFT1",), ())


def test_facts_add_up_and_those_of_the_file_come_last(stack: Stack) -> None:
    fact = '[[sources]]\nmatch = "a"\nrows = {}\n'
    wrapper = '[[udf-wrappers]]\nname = "acme.udf"\ncpus = "{}"\n'
    ignores = '[per-file-ignores]\n"{}" = ["DFT101"]\n'
    settings = stack(
        fact.format(1) + wrapper.format("old") + ignores.format("a.py"),
        fact.format(2) + wrapper.format("new") + ignores.format("b.py"),
    )
    assert [source.rows.count for source in settings.sources if source.rows is not None] == [1, 2]
    assert [udf_wrapper.cpus for udf_wrapper in settings.udf_wrappers] == [("new",)]
    assert [ignore.pattern for ignore in settings.per_file_ignores] == ["a.py", "b.py"]


def test_figures_of_the_file_win_over_the_cluster_below(stack: Stack) -> None:
    settings = stack("[cluster]\nworkers = 2\ncpus-per-worker = 8\n", "[cluster]\nworkers = 4\n")
    workers, cpus = settings.cluster.workers, settings.cluster.cpus_per_worker
    assert workers is not None
    assert cpus is not None
    assert (workers.count, cpus.count) == (4, 8)
    groups = stack(
        "[cluster]\nworkers = 2\ncpus-per-worker = 8\n",
        "[[cluster.worker-groups]]\nworkers = 3\n",
    )
    workers = groups.cluster.workers
    assert workers is not None
    assert workers.count == 3


def test_paths_are_relative_to_the_file_that_they_stand_in(stack: Stack, tmp_path: Path) -> None:
    settings = stack('baseline = "known.json"\n')
    assert settings.baseline is not None
    assert settings.baseline.resolve() == tmp_path / "shared" / "known.json"


@pytest.mark.parametrize(
    ("pattern", "home", "root", "expected"),
    [
        ("*_pb2.py", "shared", "app", ["*_pb2.py"]),
        ("/gen/*.py", ".", ".", ["/gen/*.py"]),
        ("/app/gen/*.py", ".", "app", ["/gen/*.py"]),
        ("!/app/gen/", ".", "app", ["!/gen/"]),
        ("*/gen/*.py", ".", "app", ["/gen/*.py"]),
        ("/other/*.py", ".", "app", []),
        ("/app/**", ".", "app", ["/**"]),
        ("**/app/x.py", ".", "app", ["/**/app/x.py", "/x.py"]),
        ("/gen/*.py", "app", ".", ["/app/gen/*.py"]),
        ("/gen/*.py", "shared", "app", []),
        ("gen/*.py", "[a]", ".", ["/\\[a\\]/gen/*.py"]),
    ],
)
def test_patterns_mean_paths_below_the_folder_that_they_stand_in(
    pattern: str, home: str, root: str, expected: list[str]
) -> None:
    assert list(moved(pattern, Path(home), Path(root))) == expected


def test_patterns_of_a_folder_above_leave_out_the_same_files(
    tmp_path: Path, known_rules: Rules
) -> None:
    (tmp_path / "base.toml").write_text(
        'exclude = ["/app/old/"]\n[per-file-ignores]\n"app/tests/*.py" = ["DFT101"]\n'
    )
    (tmp_path / "app").mkdir()
    (tmp_path / APP).write_text('extend = "../base.toml"\n')
    settings = load_settings(tmp_path / APP, known_rules)
    assert settings.exclude == ("/old/",)
    patterns = load_file_patterns(tmp_path / "app")
    assert patterns is not None
    assert patterns.exclude == ("/old/",)
    name = "missing-repartition"
    assert settings.ignores(tmp_path / "app/tests/test_a.py", "DFT101", name)
    assert not settings.ignores(tmp_path / "app/src/tests/test_a.py", "DFT101", name)


def test_an_error_names_the_file_that_is_wrong(stack: Stack, tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as error:
        stack('runner = "rey"\n')
    assert error.value.file is not None
    assert error.value.file.resolve() == tmp_path / BASE
    assert error.value.position == "1"


@pytest.mark.parametrize(
    ("named", "reported"),
    [
        ("missing.toml", '"missing.toml" isn\'t a file; it is looked up from this folder'),
        ("base.toml", '"daft-lint.toml" extends this file in a circle'),
        ("./daft-lint.toml", '"./daft-lint.toml" extends this file in a circle'),
    ],
)
def test_a_chain_must_end(tmp_path: Path, known_rules: Rules, named: str, reported: str) -> None:
    (tmp_path / "base.toml").write_text('extend = "daft-lint.toml"\n')
    file = tmp_path / "daft-lint.toml"
    file.write_text(f'extend = "{named}"\n')
    with pytest.raises(SettingsError) as error:
        load_settings(file, known_rules)
    assert str(error.value).endswith(f"extend: {reported}")
