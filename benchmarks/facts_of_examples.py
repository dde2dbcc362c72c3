"""Whether a log of code that others wrote is taken for the pipeline that ran, and for no other.

    python benchmarks/facts_of_examples.py daft-examples --runner native --runner ray

Runs the programs of a checkout of Eventual-Inc/daft-examples that need no network, key or model,
and the plans in the manner of Daft's documentation that `tests/native` has, with the event log on.
Then `facts` and `review` read the logs. Each query notes the line of the program that began it, so
that a run that is taken for a pipeline which stands elsewhere is known to be wrong. Writes
`benchmarks/results/facts_of_examples.json`.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from daft_lint.cli.logged_runs import Project, matched, read_runs
from daft_lint.event_log.facts import recorded
from daft_lint.event_log.matching import Match

HERE = Path(__file__).parent
RESULTS = HERE / "results" / "facts_of_examples.json"
DOCUMENTED = HERE.parent / "tests" / "native" / "test_live_documented_plans.py"
PROGRAMS = (
    "examples/files/daft_file_code.py",
    "examples/files/daft_file_markdown.py",
    "examples/session/session_basics.py",
    "examples/session/session_catalogs.py",
    "examples/session/session_namespaces.py",
    "examples/session/session_sql.py",
    "examples/udfs/daft_cls_with_types.py",
    "examples/udfs/daft_func.py",
    "examples/udfs/daft_func_async.py",
    "examples/udfs/daft_func_batch.py",
    "examples/udfs/daft_func_batch_scalars.py",
)
_DOCUMENTED = "documented plans"
ON_RAY = (
    _DOCUMENTED,
    "examples/udfs/daft_cls_with_types.py",
    "examples/udfs/daft_func_batch.py",
    "examples/session/session_catalogs.py",
)
"""Fewer, as each starts a cluster."""

_SECONDS = 250
# One line, so that every other line keeps its distance.
_PREAMBLE = "import noting  # writes the log"
_NOTING = """\
import json
import os
import traceback

import daft.subscribers.event_log as log

started = log.EventLogSubscriber.on_query_started


def noted(self, event):
    script = [one.lineno for one in traceback.extract_stack() if one.filename.endswith("job.py")]
    with open("truth.jsonl", "a") as file:
        file.write(json.dumps([event.query_id, script]) + "\\n")
    return started(self, event)


log.EventLogSubscriber.on_query_started = noted
log.enable_event_log(os.environ["DAFT_EVENT_LOG_DIR"])
"""


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a program and its queries.

    `right` and `wrong` count the runs that were taken for a pipeline by whether it is the one that
    began them; `told` are the pipelines with facts. `last_words` tell why a program failed.
    """

    program: str
    runner: str
    exit_code: int
    runs: int
    right: int
    wrong: int
    unused: dict[str, int]
    told: int
    last_words: str


def documented() -> str:
    """A program that runs the plans of the tests one after the other."""
    tree = ast.parse(DOCUMENTED.read_text("utf-8"))
    kept = [
        statement for statement in tree.body if isinstance(statement, ast.FunctionDef | ast.With)
    ]
    names = [
        node.args[0].id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Expected"
        if isinstance(node.args[0], ast.Name)
    ]
    used = {*names, "images", "sales"}
    body = [
        definition
        for definition in kept
        if isinstance(definition, ast.With) or definition.name in used
    ]
    lines = [
        "import warnings",
        "import daft",
        "from daft import DataType, col, udf",
        "Any = object",
    ]
    lines += [ast.unparse(statement).replace("raise AssertionError('the model was loaded')", "pass")
              .replace(", num_gpus=1", "") for statement in body]  # fmt: skip
    for name in names:
        lines += ["try:", f"    {name}().collect()", "except Exception as error:"]
        lines += [f"    print('{name}', error)"]
    return "\n".join(lines) + "\n"


def ran(program: str, text: str, runner: str) -> Result:
    """Run a program with the log on, and what its log is taken for."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        # What has to stand first stays first.
        place = text.index("\n") if text.startswith("from __future__") else 0
        (folder / "job.py").write_text(text[:place] + _PREAMBLE + "\n" + text[place:], "utf-8")
        (folder / "noting.py").write_text(_NOTING, "utf-8")
        (folder / "pyproject.toml").write_text("[tool.daft-lint]\n", "utf-8")
        environment = {"DAFT_RUNNER": runner, "DAFT_EVENT_LOG_DIR": str(folder / "logs")}
        try:
            done = subprocess.run(
                (sys.executable, "job.py"),
                cwd=folder,
                env={**os.environ, **environment, "HF_HUB_OFFLINE": "1"},
                capture_output=True,
                text=True,
                timeout=_SECONDS,
                check=False,
            )
            code = done.returncode
            words = done.stderr.strip().splitlines()[-1:] if code else []
        except subprocess.TimeoutExpired:
            code, words = -1, [f"took more than {_SECONDS} s"]
        if not any(folder.glob("logs/**/*.jsonl")):
            return Result(program, runner, code, 0, 0, 0, {}, 0, "".join(words)[:120])
        for command in (("facts", "from-log", "logs"), ("review", "logs", "--exit-zero")):
            read = subprocess.run(
                (sys.executable, "-m", "daft_lint", *command, "--code", "job.py"),
                cwd=folder,
                capture_output=True,
                text=True,
                check=False,
            )
            if read.returncode not in (0, 2) or "Traceback" in read.stderr:
                raise RuntimeError(read.stderr)
        os.chdir(folder)
        return judged(program, runner, code, "".join(words)[:120])


def judged(program: str, runner: str, code: int, words: str) -> Result:
    """What the log in this folder is taken for, by the lines that began each query."""
    project = Project.around((Path("job.py"),), reads_facts=False)
    runs, _ = read_runs((Path("logs"),))
    found, unmatched = matched(runs, project)
    truth = dict(map(json.loads, Path("truth.jsonl").read_text().splitlines()))
    by_run: dict[str, list[Match]] = {}
    for match in found:
        by_run.setdefault(match.run.query, []).append(match)
    right = sum(
        any(_began(match, truth[query]) for match in several) for query, several in by_run.items()
    )
    why = Counter(_short(reason) for _, reason in unmatched)
    pipelines = recorded(found, project.code_of)
    return Result(
        program,
        runner,
        code,
        len(runs),
        right,
        len(by_run) - right,
        dict(why),
        len(pipelines),
        words,
    )


def _began(match: Match, lines: list[int]) -> bool:
    """Whether one of these lines is between the source of a pipeline and its action."""
    source, action = match.pipeline.plan.source.span, match.pipeline.action
    last = source.end_line if action is None else action.span.end_line
    return any(source.line <= line <= last for line in lines)


def _short(why: str) -> str:
    return why.partition(":")[0].partition(" begin at ")[0]


def main() -> None:
    """Run the programs and write the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--runner", action="append", choices=("native", "ray"))
    options = parser.parse_args()
    checkout = options.checkout.resolve()
    programs = {_DOCUMENTED: documented()}
    programs |= {name: (checkout / name).read_text("utf-8") for name in PROGRAMS}
    results = []
    for runner in options.runner or ("native",):
        for name in programs if runner == "native" else ON_RAY:
            results.append(result := ran(name, programs[name], runner))
            print(result, flush=True)
            RESULTS.write_text(json.dumps([*map(asdict, results)], indent=1) + "\n", "utf-8")
    runs = sum(each_result.runs for each_result in results)
    right, wrong = (
        sum(getattr(each_result, key) for each_result in results) for key in ("right", "wrong")
    )
    print(f"{runs} runs: {right} taken for the right pipeline, {wrong} for a wrong one")


if __name__ == "__main__":
    main()
