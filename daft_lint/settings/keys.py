"""The keys of `[tool.daft-lint]`: the one table that checks, output and docs are made from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Default = tuple[str, ...] | str | bool | None

SECTION = "tool.daft-lint"


class ValueKind(Enum):
    """What a key holds, in words."""

    SELECTORS = "list of rule codes, code prefixes or rule names"
    PATTERNS = "list of path patterns, written as in .gitignore"
    SELECTORS_BY_PATTERN = "table from a path pattern to a list of rules"
    CHOICE = "one of some words"
    VERSION = "version of the Daft 0.6 or 0.7 line"
    FLAG = "true or false"
    TEXT = "string"
    COUNT = "whole number"
    AMOUNT = "number above 0, whole or decimal"
    AMOUNTS = "table from a name to a number above 0"
    FILE = "path of a file, relative to the folder of this one"
    FOLDER = "path of a folder, relative to the folder of this file"
    MODULES = "list of modules, looked for from the folder of this file"
    SPECIFIER = "version specifier of Python packages"
    FUNCTION = "dotted name of a function"
    ARGUMENT = "name of an argument, its position counted from 0, or a list of these"


@dataclass(frozen=True, slots=True)
class Key:
    """One key.

    `name` is dotted, below `tool.daft-lint`; `default` is None where a missing key says nothing.
    `choices` are the words of a CHOICE, `minimum` the least value of a COUNT. A table can't do
    without a key that is `required`.
    """

    name: str
    kind: ValueKind
    default: Default
    meaning: str
    choices: tuple[str, ...] = ()
    minimum: int = 0
    required: bool = False

    @property
    def table(self) -> str:
        """The table it stands in, below `tool.daft-lint`; empty for that table itself."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        """Its name inside its table."""
        return self.name.rpartition(".")[2]

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
        "A file of settings that these stand on top of, such as `../base.toml`.",
    ),
    Key(
        "required-version",
        ValueKind.SPECIFIER,
        None,
        "The versions of daft-lint that these settings are for, such as `>=0.1,<1`. Any other one "
        "stops with exit code 2.",
    ),
    Key(
        "output-format",
        ValueKind.CHOICE,
        "full",
        "How `check` and `live` write findings.",
        choices=("full", "concise", "json", "github", "gitlab", "sarif", "junit"),
    ),
    Key("select", ValueKind.SELECTORS, ("DFT",), "The rules to run."),
    Key(
        "ignore",
        ValueKind.SELECTORS,
        (),
        "The rules not to run. Of two selectors that fit a rule, the longer one decides.",
    ),
    Key("extend-select", ValueKind.SELECTORS, (), "Rules to run besides those of `select`."),
    Key(
        "extend-rules",
        ValueKind.MODULES,
        (),
        "Modules with rules of your own, such as `lint_rules.no_show`. They run too, unless "
        "`select` stands beside it and names none of them.",
    ),
    Key(
        "include",
        ValueKind.PATTERNS,
        ("*.py",),
        "The files to look for in folders: add `*.ipynb` for notebooks, `*.md` for the Python in "
        "Markdown. A file that is named on the command line is read anyway.",
    ),
    Key("extend-include", ValueKind.PATTERNS, (), "More to look for besides `include`."),
    Key(
        "exclude",
        ValueKind.PATTERNS,
        (),
        "Files and folders to leave out, relative to the folder of the file.",
    ),
    Key("extend-exclude", ValueKind.PATTERNS, (), "More to leave out besides `exclude`."),
    Key(
        "force-exclude",
        ValueKind.FLAG,
        False,
        "Leave excluded files out even where they are named on the command line.",
    ),
    Key(
        "runner",
        ValueKind.CHOICE,
        "auto",
        "The Daft runner where the code chooses none. `auto` looks for signs of Ray, "
        "else judges what holds on any runner.",
        choices=("auto", "ray", "native"),
    ),
    Key(
        "daft-version",
        ValueKind.VERSION,
        "0.7",
        "The Daft that runs the pipelines: a line such as `0.7`, or a release such as `0.7.26`. If "
        "it isn't given, the project's lock file or requirements tell it, where they do.",
    ),
    Key(
        "min-confidence",
        ValueKind.CHOICE,
        "likely",
        "The least confidence that is reported.",
        choices=("certain", "likely", "possible"),
    ),
    Key(
        "min-severity",
        ValueKind.CHOICE,
        "info",
        "The least severity that is reported.",
        choices=("info", "warning", "error"),
    ),
    Key(
        "fail-on",
        ValueKind.CHOICE,
        "info",
        "The least severity that makes a check exit with 1; `open`: work that could not be judged "
        "does too.",
        choices=("open", "info", "warning", "error"),
    ),
    Key(
        "baseline",
        ValueKind.FILE,
        None,
        "The findings that are known already, as `--write-baseline` wrote them.",
    ),
    Key(
        "cache-dir",
        ValueKind.FOLDER,
        None,
        "Where results are kept for later runs; `.daft-lint_cache` in the folder of the project "
        "if it isn't given.",
    ),
    Key(
        "redact-paths",
        ValueKind.FLAG,
        False,
        "Write a hash for each path of a source into `daft-lint-facts.toml`.",
    ),
    Key(
        "extend-safe-fixes",
        ValueKind.SELECTORS,
        (),
        "Rules whose unsafe fixes you trust: `--fix` makes them too.",
    ),
    Key(
        "extend-unsafe-fixes",
        ValueKind.SELECTORS,
        (),
        "Rules whose safe fixes you don't trust: only `--unsafe-fixes` makes them. Of two "
        "selectors that fit a rule, the longer one decides.",
    ),
    Key(
        "cluster-file",
        ValueKind.FILE,
        None,
        "A configuration of Ray's cluster launcher, or a KubeRay manifest, that describes the "
        "cluster. It takes the place of the figures in `cluster`.",
    ),
    Key(
        "cluster.workers",
        ValueKind.COUNT,
        None,
        "Ray nodes with CPUs, the head node too if it has any.",
        minimum=1,
    ),
    Key("cluster.cpus-per-worker", ValueKind.COUNT, None, "CPUs of each worker.", minimum=1),
    Key(
        "cluster.gpus-per-worker",
        ValueKind.COUNT,
        None,
        "GPUs of each worker. 0 says that there are none.",
    ),
    Key(
        "cluster.cost-per-worker-hour",
        ValueKind.AMOUNT,
        None,
        "What a worker costs an hour, in the currency that you count in.",
    ),
    Key(
        "cluster.worker-groups.workers",
        ValueKind.COUNT,
        None,
        "Workers of one kind, where they differ. `cluster.workers` is their sum.",
        minimum=1,
        required=True,
    ),
    Key(
        "cluster.worker-groups.cpus-per-worker",
        ValueKind.COUNT,
        None,
        "CPUs of each of these; if it isn't given, those of `cluster`.",
        minimum=1,
    ),
    Key(
        "cluster.worker-groups.gpus-per-worker",
        ValueKind.COUNT,
        None,
        "GPUs of each of these; if it isn't given, those of `cluster`, else none.",
    ),
    Key(
        "cluster.worker-groups.resources",
        ValueKind.AMOUNTS,
        None,
        "Custom resources of Ray that each of these has, such as `{ cpu_node = 1 }`.",
    ),
    Key(
        "sources.match",
        ValueKind.TEXT,
        None,
        "The path of a source, or a glob: `*` stays within a folder, `**` does not.",
        required=True,
    ),
    Key("sources.rows", ValueKind.COUNT, None, "Rows of that source."),
    Key("sources.partitions", ValueKind.COUNT, None, "Partitions of that source.", minimum=1),
    Key(
        "udf-wrappers.name",
        ValueKind.FUNCTION,
        None,
        "The function that makes UDFs, by the name that it is imported by. Without a module it is "
        "every function of that name.",
        required=True,
    ),
    Key(
        "udf-wrappers.batch-size",
        ValueKind.ARGUMENT,
        None,
        "Which argument is the rows of a batch.",
    ),
    Key(
        "udf-wrappers.concurrency",
        ValueKind.ARGUMENT,
        None,
        "Which argument is the number of actors.",
    ),
    Key("udf-wrappers.cpus", ValueKind.ARGUMENT, None, "Which argument is the CPUs of an actor."),
    Key("udf-wrappers.gpus", ValueKind.ARGUMENT, None, "Which argument is the GPUs of an actor."),
    Key(
        "per-file-ignores",
        ValueKind.SELECTORS_BY_PATTERN,
        None,
        "Rules not to report in the files that a pattern fits.",
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
