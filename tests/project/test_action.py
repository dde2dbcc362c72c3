"""The GitHub action and the workflows that the docs show, executed as far as a machine can."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import jsonschema
import pytest
import yaml
from sampling import everything, one_in

from daft_lint.cli.check import command as check_command
from daft_lint.cli.verify import command as verify_command

ROOT = Path(__file__).parents[2]
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
PAGE = ROOT / "docs" / "verify-in-ci.md"
COMMANDS = {"check": check_command, "verify": verify_command}

TEXT = {"type": "string", "minLength": 1}
NAME = "^[_a-zA-Z][a-zA-Z0-9_-]*$"
VARIABLES = {"type": "object", "additionalProperties": {"type": "string"}}


def named(**properties: Any) -> dict[str, Any]:
    """A table of inputs or outputs: any number of names, each with these properties, all needed."""
    entry = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    return {"type": "object", "patternProperties": {NAME: entry}, "additionalProperties": False}


COMPOSITE_ACTION = {
    "type": "object",
    "required": ["name", "description", "inputs", "outputs", "runs"],
    "properties": {
        "name": TEXT,
        # The marketplace takes no longer one.
        "description": {**TEXT, "maxLength": 124},
        "branding": {
            "type": "object",
            "properties": {"icon": TEXT, "color": {"enum": ["blue", "green", "orange", "purple"]}},
            "additionalProperties": False,
        },
        "inputs": named(description=TEXT, default={"type": "string"}),
        "outputs": named(description=TEXT, value={"type": "string", "pattern": r"^\$\{\{.+\}\}$"}),
        "runs": {
            "type": "object",
            "required": ["using", "steps"],
            "properties": {
                "using": {"const": "composite"},
                "steps": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {
                            "name": TEXT,
                            "id": TEXT,
                            "if": TEXT,
                            "run": TEXT,
                            "shell": {"const": "bash"},
                            "env": VARIABLES,
                            "working-directory": TEXT,
                            "uses": TEXT,
                            "with": VARIABLES,
                        },
                        "additionalProperties": False,
                        "oneOf": [{"required": ["run", "shell"]}, {"required": ["uses"]}],
                    },
                },
            },
            "additionalProperties": False,
        },
    },
    "additionalProperties": False,
}
"""The metadata syntax of GitHub, as far as a composite action uses it."""

CLEAN = "import os\nprint(os.name)\n"
IDLE = """\
import daft
from daft import col
daft.set_runner_ray()

@daft.cls(max_concurrency=4)
class Embed:
    def __call__(self, text: str) -> str: ...


df = daft.from_glob_path("s3://bucket/*.txt")
df.with_column("embedding", Embed()(col("path"))).write_parquet("s3://bucket/embeddings")
"""


@dataclass(frozen=True)
class Ran:
    """What a step left behind."""

    code: int
    log: str
    outputs: dict[str, str]
    summary: str


def step(name: str) -> dict[str, Any]:
    return next(
        action_step for action_step in ACTION["runs"]["steps"] if action_step["name"] == name
    )


def filled(text: str, inputs: dict[str, str]) -> str:
    """A value of the action's metadata with the inputs in it, as GitHub puts them there."""
    return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found[1]], text)


def executed(name: str, folder: Path, inputs: dict[str, str], **environment: str) -> Ran:
    """Run a step of the action in a folder as GitHub does, with this environment's daft-lint."""
    defaults = {key: input_["default"] for key, input_ in ACTION["inputs"].items()}
    assert inputs.keys() <= defaults.keys()
    given = {**defaults, **inputs}
    chosen = step(name)
    files = folder.parent / "runner"
    files.mkdir()
    script = files / "script.sh"
    script.write_text(chosen["run"], encoding="utf-8")
    (files / "output").touch()
    (files / "summary").touch()
    result = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
        cwd=folder / filled(chosen.get("working-directory", "."), given),
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_OUTPUT": str(files / "output"),
            "GITHUB_STEP_SUMMARY": str(files / "summary"),
            **environment,
            **{key: filled(value, given) for key, value in chosen["env"].items()},
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    outputs = dict(outputs_of((files / "output").read_text(encoding="utf-8")))
    return Ran(
        result.returncode, result.stdout, outputs, (files / "summary").read_text(encoding="utf-8")
    )


def outputs_of(text: str) -> Iterator[tuple[str, str]]:
    lines = iter(text.splitlines())
    for line in lines:
        name, end = line.split("<<")
        yield name, "\n".join(iter(lines.__next__, end))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A checked out project, with one clean file and one with a finding."""
    folder = tmp_path / "project"
    (folder / "pipe lines").mkdir(parents=True)
    (folder / "clean.py").write_text(CLEAN, encoding="utf-8")
    (folder / "pipe lines" / "idle.py").write_text(IDLE, encoding="utf-8")
    return folder


def test_github_accepts_the_action() -> None:
    jsonschema.validate(ACTION, COMPOSITE_ACTION)


def test_every_input_is_used_and_no_other() -> None:
    used = re.findall(r"inputs\.([\w-]+)", yaml.safe_dump(ACTION["runs"]))
    assert set(used) == set(ACTION["inputs"])


def test_every_output_comes_from_a_step() -> None:
    run = step("Run daft-lint")
    for name, output in ACTION["outputs"].items():
        assert output["value"] == f"${{{{ steps.{run['id']}.outputs.{name} }}}}"
        assert re.search(rf"set_(output|path) {name} ", run["run"])


def test_nothing_becomes_part_of_a_shell_script() -> None:
    scripts = [
        action_step["run"] for action_step in ACTION["runs"]["steps"] if "run" in action_step
    ]
    assert len(scripts) == 2
    assert not [script for script in scripts if "${{" in script]


def test_what_the_action_uses_is_pinned_to_a_commit() -> None:
    used = [action_step["uses"] for action_step in ACTION["runs"]["steps"] if "uses" in action_step]
    assert used
    assert all(re.fullmatch(r"actions/[\w-]+@[0-9a-f]{40}", action) for action in used)


@pytest.mark.parametrize("kind", ["inputs", "outputs"])
def test_the_docs_list_every_input_and_output(kind: str) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert not [name for name in ACTION[kind] if f"| `{name}` |" not in page]


@pytest.mark.parametrize("command", ["check", "verify"])
def test_a_clean_project_passes(command: str, project: Path) -> None:
    ran = executed("Run daft-lint", project, {"command": command, "paths": "clean.py"})
    assert ran.code == 0, ran.log
    assert ran.outputs == {"exit-code": "0"}
    assert ran.summary.startswith(f"### daft-lint {command}: nothing ")


def test_a_finding_fails_the_step_and_becomes_an_annotation(project: Path) -> None:
    ran = executed("Run daft-lint", project, {})
    assert ran.code == 1
    assert re.search(r"^::warning file=pipe lines/idle\.py,line=11,.*DFT101", ran.log, re.MULTILINE)
    assert ran.outputs == {"exit-code": "1"}
    assert ran.summary == "### daft-lint check: something found\n\n"


def test_a_finding_need_not_fail_the_step(project: Path) -> None:
    ran = executed("Run daft-lint", project, {"fail": "false"})
    assert (ran.code, ran.outputs["exit-code"]) == (0, "1")


def test_what_can_not_be_checked_fails_the_step_all_the_same(project: Path) -> None:
    ran = executed("Run daft-lint", project, {"fail": "false", "paths": "nowhere.py"})
    assert (ran.code, ran.outputs["exit-code"]) == (2, "2")
    assert "nowhere.py" in ran.log


def test_what_people_read_is_in_the_summary_as_text(project: Path) -> None:
    ran = executed("Run daft-lint", project, {"output-format": "full"})
    shown = ran.summary.splitlines()[2:]
    assert any("DFT101" in line for line in shown)
    assert all(line.startswith("    ") for line in shown)


def test_files_are_written_where_the_outputs_say(project: Path) -> None:
    inputs = {
        "command": "verify",
        "paths": "../clean.py",
        "working-directory": "pipe lines",
        "sarif-file": "all findings.sarif",
        "report": "re'port.html",
    }
    ran = executed("Run daft-lint", project, inputs)
    assert ran.code == 0, ran.log
    assert ran.outputs == {
        "exit-code": "0",
        "sarif-file": str(project / "pipe lines" / "all findings.sarif"),
        "report": str(project / "pipe lines" / "re'port.html"),
    }
    assert '"version": "2.1.0"' in Path(ran.outputs["sarif-file"]).read_text(encoding="utf-8")
    assert "<html" in Path(ran.outputs["report"]).read_text(encoding="utf-8")


def test_paths_and_options_are_split_as_in_a_shell(project: Path) -> None:
    inputs = {
        "paths": "clean.py\n'pipe lines/idle.py'",
        "args": '--workers 2\n--output-file "out put.txt"',
        "output-format": "concise",
    }
    ran = executed("Run daft-lint", project, inputs)
    assert ran.code == 1, ran.log
    assert "DFT101" in (project / "out put.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["paths", "args"])
def test_an_open_quote_is_reported_in_one_line(name: str, project: Path) -> None:
    ran = executed("Run daft-lint", project, {name: "it's \"one"})
    assert ran.code == 2
    assert ran.log == f"daft-lint: the input {name}: No closing quotation\n"


HOSTILE = {
    "balanced": '$(touch pwned) `touch pwned` "; touch pwned; " | touch pwned & touch pwned',
    "open": "'; touch pwned\ntouch pwned; $(touch pwned) \"",
}


INPUTS = [
    (action_step["name"], variable)
    for action_step in ACTION["runs"]["steps"]
    for variable, value in action_step.get("env", {}).items()
    if "inputs." in value
]


# Each input gets one of the texts, and at night both.
@pytest.mark.parametrize(
    ("name", "variable", "text"),
    [
        (*each, text)
        for number, each in enumerate(INPUTS)
        for text in (HOSTILE if everything() else [[*HOSTILE][number % len(HOSTILE)]])
    ],
)
def test_no_input_runs_as_code(name: str, variable: str, text: str, project: Path) -> None:
    text = HOSTILE[text]
    given = variable.removeprefix("DAFT_LINT_").lower().replace("_", "-")
    inputs = {"paths": "clean.py", given: text}
    ran = executed(name, project, inputs, PIP_DRY_RUN="1", PIP_NO_INDEX="1")
    assert set(ran.outputs) <= set(ACTION["outputs"])
    assert not list(project.parent.rglob("pwned*"))


def test_an_input_can_not_forge_an_output(project: Path) -> None:
    name = "report\nexit-code=7\nend"
    ran = executed(
        "Run daft-lint", project, {"command": "verify", "report": name, "paths": "clean.py"}
    )
    assert ran.outputs["exit-code"] == str(ran.code)


def test_modules_of_the_project_do_not_stand_in_for_those_of_python(project: Path) -> None:
    for module in ("shlex", "pip", "click"):
        (project / f"{module}.py").write_text("open('pwned', 'w')\n", encoding="utf-8")
    ran = executed("Run daft-lint", project, {"paths": "clean.py"})
    assert ran.code == 0, ran.log
    assert not (project / "pwned").exists()


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a Python in which nothing is installed."""
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    return folder / "bin"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the action is made of, where GitHub would check it out."""
    folder = tmp_path_factory.mktemp("action")
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    for name in ("daft_lint", "rules"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


@pytest.mark.parametrize("command", one_in(2, ["verify", "check"]))
def test_it_installs_its_own_checkout(
    command: str, project: Path, fresh: Path, checkout: Path
) -> None:
    ran = executed(
        "Install daft-lint",
        project,
        {"command": command},
        PATH=f"{fresh}{os.pathsep}{os.environ['PATH']}",
        GITHUB_ACTION_PATH=str(checkout),
        PIP_NO_DEPS="1",
    )
    assert ran.code == 0, ran.log
    assert (fresh / "daft-lint").exists()


def test_it_installs_the_version_that_is_asked_for(project: Path, tmp_path: Path) -> None:
    """What pip is told; what pip says of it differs from version to version."""
    interpreter = tmp_path / "bin" / "python"
    interpreter.parent.mkdir()
    interpreter.write_text('#!/bin/sh\necho "told: $*"\n')
    interpreter.chmod(0o755)
    ran = executed(
        "Install daft-lint",
        project,
        {"command": "verify", "version": "98.7.6"},
        PATH=f"{interpreter.parent}{os.pathsep}{os.environ['PATH']}",
    )
    assert ran.code == 0
    assert "told: -I -m pip install" in ran.log
    assert "daft-lint[verify]==98.7.6" in ran.log


def test_a_command_that_is_not_offered_is_refused_before_anything_is_installed(
    project: Path,
) -> None:
    ran = executed("Install daft-lint", project, {"command": "pipelines"})
    assert ran.code == 2
    assert ran.log == "daft-lint: the input command is neither check nor verify\n"


def pages() -> list[Path]:
    return [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def yaml_examples() -> list[tuple[str, Any]]:
    """Every YAML example of the docs, by page and line."""
    found = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```yaml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, block.start()) + 1
            found.append((f"{page.name}:{line}", yaml.safe_load(block[1])))
    return found


def steps_of(example: Any) -> list[dict[str, Any]]:
    """The steps of a GitHub workflow, or of a piece of one."""
    if isinstance(example, list):
        return example
    return [action_step for job in example.get("jobs", {}).values() for action_step in job["steps"]]


def scripts_of(example: Any) -> list[str]:
    """What a workflow of GitHub or GitLab runs in a shell."""
    jobs = [] if isinstance(example, list) else example.values()
    gitlab = [job["script"] for job in jobs if isinstance(job, dict) and "script" in job]
    return [line for script in gitlab for line in script] + [
        action_step["run"] for action_step in steps_of(example) if "run" in action_step
    ]


EXAMPLES = yaml_examples()
STEPS = [(place, action_step) for place, example in EXAMPLES for action_step in steps_of(example)]


def commands() -> list[tuple[str, list[str]]]:
    """Every daft-lint command of a YAML example, with its arguments."""
    found = []
    for place, example in EXAMPLES:
        for script in scripts_of(example):
            for line in script.replace("\\\n", " ").splitlines():
                words = shlex.split(line)
                if words and words[0] == "daft-lint":
                    found.append((place, words[1:]))
    return found


def used_actions() -> list[tuple[str, dict[str, str]]]:
    """Every use of the action in a YAML example, with its inputs."""
    ours = "daft-lint/daft-lint@"
    return [
        (place, action_step.get("with", {}))
        for place, action_step in STEPS
        if action_step.get("uses", "").startswith(ours)
    ]


def accepted(name: str, arguments: list[str]) -> None:
    """Parse arguments as the command line does, and run nothing."""
    try:
        COMMANDS[name].make_context(name, list(arguments))
    except click.UsageError as error:
        pytest.fail(error.format_message())


def test_the_docs_have_examples_of_workflows() -> None:
    assert len(used_actions()) >= 2
    assert len(commands()) >= 3


@pytest.mark.parametrize(("place", "action_step"), STEPS)
def test_a_step_of_an_example_either_runs_or_uses(place: str, action_step: dict[str, Any]) -> None:
    assert ("run" in action_step) != ("uses" in action_step), place


@pytest.mark.parametrize(("place", "inputs"), used_actions())
def test_an_example_uses_the_action_as_it_is(place: str, inputs: dict[str, str]) -> None:
    assert inputs.keys() <= ACTION["inputs"].keys(), place
    command = inputs.get("command", ACTION["inputs"]["command"]["default"])
    options = [
        f"--{name}={inputs[name]}"
        for name in ("report", "changed-since", "output-format")
        if name in inputs
    ]
    words = [word for name in ("args", "paths") for word in shlex.split(inputs.get(name, ""))]
    accepted(command, [*options, *words])


@pytest.mark.parametrize(("place", "words"), commands())
def test_an_example_uses_the_command_line_as_it_is(place: str, words: list[str]) -> None:
    accepted(words[0], words[1:])


def test_for_a_pull_request_from_a_fork_no_rules_of_the_project_are_loaded() -> None:
    run = step("Run daft-lint")
    assert run["env"]["FROM_FORK"] == "${{ github.event.pull_request.head.repo.fork }}"
    lines = run["run"].splitlines()
    assert 'if [ "$FROM_FORK" = true ]; then export DAFT_LINT_NO_EXTEND_RULES=1; fi' in lines
    assert "export DAFT_LINT_NO_CACHE=1" in lines
