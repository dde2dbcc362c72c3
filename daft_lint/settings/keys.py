"""The keys of `[tool.daft-lint]`: the one table that checks, output and docs are made from."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from daft_lint.findings import Confidence, FailOn, Severity
from daft_lint.plan.cluster import RunnerKind
from daft_lint.records import dataclass

_AUTO = "auto"


def runner_called(word: str) -> RunnerKind | None:
    """The runner that a word means, None for `auto`."""
    return None if word == _AUTO else RunnerKind(word)


def runner_word(runner: RunnerKind | None) -> str:
    """The word that means a runner."""
    return runner.value if runner else _AUTO


Default = tuple[str, ...] | str | bool | None

SECTION = "tool.daft-lint"


class ValueKind(Enum):
    """What a key holds, in words."""

    SELECTORS = "list of rule codes, code prefixes or rule names"
    PATTERNS = "list of path patterns, written as in .gitignore"
    SELECTORS_BY_PATTERN = "table from a path pattern to a list of rules"
    CHOICE = "one of a few words"
    VERSION = "version of the Daft 0.6 or 0.7 line"
    FLAG = "true or false"
    TEXT = "string"
    COUNT = "whole number"
    AMOUNT = "number above 0, whole or decimal"
    AMOUNTS = "table from a name to a number above 0"
    FILE = "path of a file, relative to the folder of this one"
    MODULES = "list of modules, looked up from the folder of this file"
    SPECIFIER = "version specifier of Python packages"
    FUNCTION = "dotted name of a function"
    ARGUMENT = "name of an argument, its position counted from 0, or a list of these"


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    `name` is dotted, below `tool.daft-lint`; `default` is None where a missing key says nothing.
    `choices` are the words of a CHOICE, and `means` makes of one what settings hold. `minimum` is
    the least value of a COUNT. A table can't do without a key that is `required`.
    """

    name: str
    kind: ValueKind
    default: Default
    meaning: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    required: bool = False
    means: Callable[[str], Any] = str

    @property
    def table(self) -> str:
        """The table it stands in, below `tool.daft-lint`; empty for that table itself."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        """Its name inside its table."""
        return self.name.rpartition(".")[2]

    @property
    def field(self) -> str:
        """Its name in Python: that of an option, and of what holds its value."""
        return self.leaf.replace("-", "_")

    @property
    def explained(self) -> str:
        """What it means, and that its table can't do without it where that is so."""
        return f"{self.meaning} Required." if self.required else self.meaning

    @property
    def type(self) -> str:
        """What it holds, with its choices or its least value."""
        if self.kind is ValueKind.CHOICE:
            return "one of " + ", ".join(f'"{choice}"' for choice in self.choices)
        if self.kind is ValueKind.COUNT:
            return f"whole number of at least {self.minimum}"
        return str(self.kind.value)


KEYS: tuple[Key, ...] = (
    Key(
        "extend",
        ValueKind.FILE,
        None,
        "A settings file that these settings extend, such as `../base.toml`.",
    ),
    Key(
        "required-version",
        ValueKind.SPECIFIER,
        None,
        "The versions of daft-lint that these settings are for, such as `>=0.1,<1`. Any other "
        "version stops with exit code 2.",
    ),
    Key(
        "output-format",
        ValueKind.CHOICE,
        "full",
        "The output format of `check` and `live`.",
        choices=("full", "concise", "json", "github", "gitlab", "sarif", "junit"),
    ),
    Key("select", ValueKind.SELECTORS, ("DFT",), "The rules to run."),
    Key(
        "ignore",
        ValueKind.SELECTORS,
        (),
        "The rules to skip. If two selectors match a rule, the longer one wins.",
    ),
    Key("extend-select", ValueKind.SELECTORS, (), "Rules to run in addition to those of `select`."),
    Key(
        "extend-rules",
        ValueKind.MODULES,
        (),
        "Modules with your own rules, such as `lint_rules.no_show`. They run too, unless the "
        "same settings have a `select` that names none of them.",
    ),
    Key(
        "include",
        ValueKind.PATTERNS,
        ("*.py", "*.ipynb"),
        "The files to lint in folders: add `*.md` for the Python in Markdown, or leave out "
        "`*.ipynb` to skip notebooks. Files named on the command line are always read.",
    ),
    Key("extend-include", ValueKind.PATTERNS, (), "More patterns, in addition to `include`."),
    Key(
        "exclude",
        ValueKind.PATTERNS,
        (),
        "Files and folders to skip, relative to the folder of the settings file.",
    ),
    Key(
        "extend-exclude",
        ValueKind.PATTERNS,
        (),
        "More files and folders to skip, in addition to `exclude`.",
    ),
    Key(
        "force-exclude",
        ValueKind.FLAG,
        False,
        "Skip excluded files even when they are named on the command line.",
    ),
    Key(
        "runner",
        ValueKind.CHOICE,
        "auto",
        "The Daft runner, where the code chooses none. `auto` looks for signs of Ray; without "
        "any, it takes the native runner, Daft's default.",
        choices=("auto", "ray", "native"),
        means=runner_called,
    ),
    Key(
        "daft-version",
        ValueKind.VERSION,
        "0.7",
        "The Daft that runs the pipelines: a line such as `0.7`, or a release such as `0.7.26`. "
        "If it isn't set, it is read from the project's lock file or requirements.",
    ),
    Key(
        "min-confidence",
        ValueKind.CHOICE,
        "likely",
        "The lowest confidence to report.",
        choices=("certain", "likely", "possible"),
        means=Confidence,
    ),
    Key(
        "min-severity",
        ValueKind.CHOICE,
        "info",
        "The lowest severity to report.",
        choices=("info", "warning", "error"),
        means=Severity,
    ),
    Key(
        "fail-on",
        ValueKind.CHOICE,
        "warning",
        "The lowest severity that makes a check exit with 1; with `open`, work that couldn't be "
        "judged does too.",
        choices=("open", "info", "warning", "error"),
        means=FailOn,
    ),
    Key(
        "baseline",
        ValueKind.FILE,
        None,
        "The baseline file of known findings, written by `--write-baseline`.",
    ),
    Key(
        "redact-paths",
        ValueKind.FLAG,
        False,
        "Write a hash for each path of a source into `daft-lint-facts.toml`.",
    ),
    Key(
        "cluster-file",
        ValueKind.FILE,
        None,
        "A configuration of Ray's cluster launcher, or a KubeRay manifest, that describes the "
        "cluster. It replaces the numbers in `cluster`.",
    ),
    Key(
        "cluster.workers",
        ValueKind.COUNT,
        None,
        "The number of workers: Ray nodes with CPUs, including the head node if it has any.",
        minimum=1,
    ),
    Key("cluster.cpus-per-worker", ValueKind.COUNT, None, "CPUs per worker.", minimum=1),
    Key(
        "cluster.gpus-per-worker",
        ValueKind.COUNT,
        None,
        "GPUs per worker; 0 if there are none.",
    ),
    Key(
        "cluster.cost-per-worker-hour",
        ValueKind.AMOUNT,
        None,
        "The cost of a worker per hour, in your currency.",
    ),
    Key(
        "cluster.worker-groups.workers",
        ValueKind.COUNT,
        None,
        "The number of workers of this kind, if workers differ. `cluster.workers` is the sum.",
        minimum=1,
        required=True,
    ),
    Key(
        "cluster.worker-groups.cpus-per-worker",
        ValueKind.COUNT,
        None,
        "CPUs of each of these workers. Default: those of `cluster`.",
        minimum=1,
    ),
    Key(
        "cluster.worker-groups.gpus-per-worker",
        ValueKind.COUNT,
        None,
        "GPUs of each of these workers. Default: those of `cluster`, or none.",
    ),
    Key(
        "cluster.worker-groups.resources",
        ValueKind.AMOUNTS,
        None,
        "Custom Ray resources of each of these workers, such as `{ cpu_node = 1 }`.",
    ),
    Key(
        "sources.match",
        ValueKind.TEXT,
        None,
        "The path of a source, or a glob: `*` stays within a folder, `**` does not.",
        required=True,
    ),
    Key("sources.rows", ValueKind.COUNT, None, "Rows of the source."),
    Key("sources.partitions", ValueKind.COUNT, None, "Partitions of the source.", minimum=1),
    Key(
        "udf-wrappers.name",
        ValueKind.FUNCTION,
        None,
        "The function that makes UDFs, by its import name. Without a module, it means every "
        "function of that name.",
        required=True,
    ),
    Key(
        "udf-wrappers.batch-size",
        ValueKind.ARGUMENT,
        None,
        "The argument with the rows of a batch.",
    ),
    Key(
        "udf-wrappers.concurrency",
        ValueKind.ARGUMENT,
        None,
        "The argument with the number of actors.",
    ),
    Key("udf-wrappers.cpus", ValueKind.ARGUMENT, None, "The argument with the CPUs of an actor."),
    Key("udf-wrappers.gpus", ValueKind.ARGUMENT, None, "The argument with the GPUs of an actor."),
    Key(
        "per-file-ignores",
        ValueKind.SELECTORS_BY_PATTERN,
        None,
        "Rules not to report in files that match a pattern.",
    ),
)

_BY_NAME = {key.name: key for key in KEYS}


def key_named(name: str) -> Key:
    """The key of that dotted name, which must exist."""
    return _BY_NAME[name]


def names_in(table: str) -> tuple[str, ...]:
    """What may stand in a table: its keys, and the tables right below it."""
    inside = f"{table}." if table else ""
    below = {
        key.name.removeprefix(inside).partition(".")[0]: None
        for key in KEYS
        if key.name.startswith(inside) and key.table != table
    }
    return (*(key.leaf for key in KEYS if key.table == table), *below)
