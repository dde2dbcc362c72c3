"""Rules of the user's own repository, on the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]

RULE = '''\
from daft_lint.rule import Problem, rule
from lint_rules.words import MESSAGE


@rule("{code}", "{name}")
def no_show(case):
    """A pipeline is shown.

    ## What it does

    Finds `show`.
    """
    action = case.pipeline.action
    if action is not None and action.method == "show":
        yield Problem(span=action.span, message=MESSAGE, remedy="remove it", on_ray=False)
'''
PROGRAM = "import daft\n\ndf = daft.read_parquet('a')\ndf.show()\n"
CONCISE = ("--output-format", "concise", "-q")


def project(folder: Path, code: str = "ACME001", name: str = "no-show", more: str = "") -> Path:
    rules = folder / "lint_rules"
    rules.mkdir(parents=True)
    (rules / "no_show.py").write_text(RULE.format(code=code, name=name))
    (rules / "words.py").write_text(f"MESSAGE = 'shown in {folder.name}'\n")
    (folder / "pyproject.toml").write_text(
        f'[tool.daft-lint]\nextend-rules = ["lint_rules.no_show"]\nfail-on = "info"\n{more}'
    )
    (folder / "job.py").write_text(PROGRAM)
    return folder


def test_a_rule_of_the_project_is_a_rule_like_any(run: Run, tmp_path: Path) -> None:
    folder = project(tmp_path / "etl")
    found = "etl/job.py:4:4: ACME001 [info] shown in etl\n"
    assert run("etl", *CONCISE).stdout == found
    assert run("etl", *CONCISE, "--isolated").stdout == ""
    assert run("etl", *CONCISE, "--select", "DFT").stdout == ""
    assert run("etl", *CONCISE, "--ignore", "ACME").stdout == ""
    assert run("etl", *CONCISE, "--select", "no-show").stdout == found
    sarif = json.loads(run("etl", "--output-format", "sarif").stdout)["runs"][0]
    (result,) = sarif["results"]
    described = sarif["tool"]["driver"]["rules"][result["ruleIndex"]]
    assert (result["ruleId"], described["id"]) == ("ACME001", "ACME001")
    assert described["shortDescription"]["text"] == "A pipeline is shown"
    more = "[tool.daft-lint.per-file-ignores]\n'job.py' = ['no-show']\n"
    with (folder / "pyproject.toml").open("a") as settings:
        settings.write(more)
    assert run("etl", *CONCISE).stdout == ""


def test_it_is_explained(run: Run, tmp_path: Path) -> None:
    project(tmp_path / "etl")
    shown = run("rule", "ACME001", "--config", "etl/pyproject.toml")
    assert shown.stdout.startswith("# ACME001 no-show\n\nA pipeline is shown.\n")
    every = run("rule", "--all", "--output-format", "json", "--config", "etl/pyproject.toml")
    assert "ACME001" in [entry["code"] for entry in json.loads(every.stdout)]
    assert "there is no rule `ACME001`" in run("rule", "ACME001").stderr


def test_it_can_be_named_on_the_command_line(run: Run, tmp_path: Path) -> None:
    project(tmp_path, more="select = ['DFT']\n")
    assert run("job.py", *CONCISE).stdout == ""
    named = run("job.py", *CONCISE, "--isolated", "--extend-rules", "lint_rules.no_show").stdout
    assert named == f"job.py:4:4: ACME001 [info] shown in {tmp_path.name}\n"
    assert run("rule", "no-show", "--isolated", "--extend-rules", "lint_rules.no_show").stdout


@pytest.mark.parametrize(
    ("comment", "reported"),
    [
        ("# noqa: ACME001", ""),
        ("# noqa: E501, acme001", ""),
        ("# daft-lint: ignore[ACME001] a demo", ""),
        ("# daft-lint: ignore[ACME] a demo", ""),
        ("# daft-lint: ignore[no-show] a demo", ""),
        ("# noqa: ACME002", "ACME001"),
        ("# daft-lint: ignore[ACME002]", "there is no rule `ACME002`"),
    ],
)
def test_comments_name_it(run: Run, tmp_path: Path, comment: str, reported: str) -> None:
    (project(tmp_path) / "job.py").write_text(PROGRAM.replace("show()", f"show()  {comment}"))
    shown = run("job.py", *CONCISE).stdout
    assert reported in shown
    assert bool(reported) == bool(shown)


def test_two_projects_in_one_run_have_each_their_own(run: Run, tmp_path: Path) -> None:
    project(tmp_path / "a")
    project(tmp_path / "b", name="never-show")
    assert run("a", "b", "a/job.py", *CONCISE).stdout == (
        "a/job.py:4:4: ACME001 [info] shown in a\nb/job.py:4:4: ACME001 [info] shown in b\n"
    )


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        (None, '"lint_rules.no_show" can\'t be imported: there is no lint_rules/no_show.py in {0}'),
        (
            "import lint_rules.gone",
            '"lint_rules.no_show" can\'t be imported: ModuleNotFoundError: '
            "No module named 'lint_rules.gone' (lint_rules/no_show.py:1)",
        ),
        (
            "x = 1\n1 / 0\n",
            '"lint_rules.no_show" can\'t be imported: ZeroDivisionError: division by zero '
            "(lint_rules/no_show.py:2)",
        ),
        (
            "raise SystemExit",
            '"lint_rules.no_show" can\'t be imported: SystemExit (lint_rules/no_show.py:1)',
        ),
        (
            "def f(:",
            '"lint_rules.no_show" can\'t be imported: SyntaxError: invalid syntax '
            "(no_show.py, line 1)",
        ),
        (
            "x = 1",
            '"lint_rules.no_show" has no rule; define one with `@rule`, `@definition_rule` or '
            "`@module_rule`",
        ),
        (
            RULE.format(code="DFT101", name="no-show"),
            "two rules have the code DFT101, in daft_lint.rules.missing_repartition and in "
            "lint_rules.no_show: rename one of them",
        ),
        (
            RULE.format(code="ACME001", name="missing-repartition"),
            "two rules have the name missing-repartition, in daft_lint.rules.missing_repartition "
            "and in lint_rules.no_show: rename one of them",
        ),
        (
            RULE.format(code="no-show", name="no-show"),
            "\"lint_rules.no_show\" has a rule with the code 'no-show'; use capital letters, "
            "then digits: ACME001",
        ),
    ],
    ids=["gone", "import", "raises", "exits", "syntax", "empty", "code", "name", "form"],
)
def test_what_cannot_be_used_is_reported_in_one_line(
    run: Run, tmp_path: Path, text: str | None, reported: str
) -> None:
    module = project(tmp_path) / "lint_rules" / "no_show.py"
    if text is None:
        module.unlink()
    else:
        module.write_text(text)
    result = run(".")
    file = f"{tmp_path}/pyproject.toml:2"
    assert result.stderr == (
        f"daft-lint: {file}: tool.daft-lint.extend-rules: {reported.format(tmp_path)}\n"
    )
    assert (result.stdout, result.returncode) == ("", 2)


def test_a_rule_that_raises_stops_nobody_else(run: Run, idle: Path, tmp_path: Path) -> None:
    module = project(tmp_path) / "lint_rules" / "no_show.py"
    module.write_text(
        RULE.format(code="ACME001", name="no-show").replace("yield ", "yield 1 / 0, ")
    )
    result = run("job.py", "idle.py", "--output-format", "concise")
    assert result.returncode == 2
    failed = "job.py: error: rule ACME001 (no-show) failed on it: ZeroDivisionError: division by"
    assert failed in result.stdout
    assert "(lint_rules/no_show.py:15)" in result.stdout
    assert "idle.py:12:" in result.stdout
    assert "1 file could not be checked" in result.stdout
    document = json.loads(run("job.py", "--output-format", "json").stdout)
    assert document["failures"][0]["path"] == "job.py"
    assert "Traceback" in run("job.py", "-v").stderr


def test_the_folder_shadows_nothing(run: Run, tmp_path: Path) -> None:
    """A module of the project never stands in for one that the linter itself imports."""
    folder = project(tmp_path / "etl")
    for name in ("json", "libcst", "rich", "yaml", "daft_lint"):
        (folder / f"{name}.py").write_text("raise SystemExit('imported')\n")
    result = run("etl/job.py")
    assert "ACME001" in result.stdout, result.stderr


def installed(folder: Path, value: str) -> str:
    """A package as pip lays it out, with one entry point."""
    package = folder / "acme_rules"
    package.mkdir(parents=True)
    rule = RULE.format(code="ACME001", name="no-show").replace("lint_rules", "acme_rules")
    (package / "__init__.py").write_text("")
    (package / "no_show.py").write_text(rule)
    (package / "words.py").write_text("MESSAGE = 'shown'\n")
    information = folder / "acme_rules-1.0.dist-info"
    information.mkdir()
    (information / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-rules\nVersion: 1.0\n")
    (information / "entry_points.txt").write_text(f"[daft_lint.rules]\nno_show = {value}\n")
    return str(folder)


def test_rules_of_a_package_run_where_they_are_selected(run: Run, tmp_path: Path) -> None:
    place = installed(tmp_path / "site", "acme_rules.no_show")
    (tmp_path / "job.py").write_text(PROGRAM)
    assert run("job.py", *CONCISE, PYTHONPATH=place).stdout == ""
    found = run("job.py", *CONCISE, "--extend-select", "ACME", PYTHONPATH=place).stdout
    assert found == "job.py:4:4: ACME001 [info] shown\n"
    assert run("rule", "no-show", PYTHONPATH=place).stdout.startswith("# ACME001 no-show\n")


@pytest.mark.parametrize(
    "arguments", [("job.py",), ("job.py", "--select", "DFT"), ("rule", "--all")]
)
def test_a_package_that_cannot_be_used_is_reported_in_one_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    place = installed(tmp_path / "site", "acme_rules.gone")
    (tmp_path / "job.py").write_text(PROGRAM)
    result = run(*arguments, PYTHONPATH=place)
    assert (result.stdout, result.returncode) == ("", 2)
    assert result.stderr == (
        "daft-lint: the rules of entry point `no_show` (acme_rules.gone) can't be loaded: "
        "No module named 'acme_rules.gone'\n"
    )


def test_what_a_rule_wants_done_at_the_end_is_done(run: Run, tmp_path: Path) -> None:
    folder = project(tmp_path)
    with (folder / "lint_rules" / "words.py").open("a") as words:
        words.write("import atexit, threading\natexit.register(print, 'the end')\n")
        words.write("def late():\n    threading.main_thread().join()\n    print('late')\n")
        words.write("threading.Thread(target=late).start()\n")
    result = run("job.py", *CONCISE)
    assert result.returncode == 1
    assert result.stdout.splitlines()[-2:] == ["late", "the end"]


RUNS = "import pathlib\npathlib.Path(__file__).with_name('ran').write_text('')\n"


@pytest.mark.parametrize("how", ["option", "environment"])
def test_no_code_of_a_project_runs_where_that_is_asked_for(
    run: Run, tmp_path: Path, how: str
) -> None:
    more = "ignore = ['ACME001', 'DFT202']\nextend-select = ['no-show']\n"
    more += "[tool.daft-lint.per-file-ignores]\n'other.py' = ['ACME', 'DFT101']\n"
    folder = project(tmp_path / "etl", more=more.replace("ignore = ['ACME001', ", "ignore = ["))
    rule = folder / "lint_rules" / "no_show.py"
    rule.write_text(RUNS + rule.read_text())
    options = ("--no-extend-rules",) if how == "option" else ()
    environment = {} if how == "option" else {"DAFT_LINT_NO_EXTEND_RULES": "1"}
    for command in ((), ("pipelines",), ("check", "--fix")):
        done = run(*command, "etl", *options, **environment)
        assert (done.returncode, done.stderr) == (0, ""), command
    assert not (folder / "lint_rules" / "ran").exists()
    assert run("etl").returncode == 1
    assert (folder / "lint_rules" / "ran").exists()
