"""The plugin costs nothing until it is used: pytest loads it in every project."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[2]


def test_pytest_loads_it_by_an_entry_point() -> None:
    toml = import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    project = toml.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pytest11"] == {"daft-lint": "daft_lint.pytest_plugin"}


def test_an_installed_plugin_is_there_at_once(
    project: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD")
    monkeypatch.delenv("PYTEST_ADDOPTS")
    project.makepyfile(
        """
        import daft

        def test_frame(daft_lint_check):
            assert daft_lint_check(daft.embedded(2))
        """
    )
    project.runpytest_subprocess().assert_outcomes(passed=1)


def test_it_imports_nothing_that_pytest_does_not() -> None:
    program = (
        "import sys, pytest; before = set(sys.modules); import daft_lint.pytest_plugin;"
        "print(*sorted(set(sys.modules) - before))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["daft_lint", "daft_lint.pytest_plugin"]


def test_it_says_and_imports_nothing_when_it_is_not_used(project: pytest.Pytester) -> None:
    project.makepyfile(
        """
        import sys

        import daft

        def test_frame():
            daft.embedded(2)
            assert [name for name in sys.modules if name.startswith("daft_lint.")] == [
                "daft_lint.pytest_plugin"
            ]
        """
    )
    done = project.runpytest_subprocess()
    done.assert_outcomes(passed=1)
    done.stdout.no_fnmatch_line("*DFT101*")


def test_its_fixture_is_reported(project: pytest.Pytester) -> None:
    done = project.runpytest_subprocess("--fixtures")
    done.stdout.fnmatch_lines(["daft_lint_check*", "*Check the plan of a Daft DataFrame*"])
