from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.settings import Settings, SettingsError

Load = Callable[[str], Settings]

IN_SECTION = [
    (
        'slect = ["DFT"]',
        "tool.daft-lint.slect: unknown key; did you mean `select`?",
    ),
    (
        "clusters.workers = 4",
        "tool.daft-lint.clusters: unknown key; did you mean `cluster`?",
    ),
    (
        "workers = 4",
        "tool.daft-lint.workers: unknown key; did you mean `tool.daft-lint.cluster.workers`?",
    ),
    (
        "report-to = 'somebody'",
        "tool.daft-lint.report-to: unknown key; known keys are `extend`, `required-version`, "
        "`output-format`, `select`, `ignore`, `extend-select`, `extend-rules`, `include`, "
        "`extend-include`, `exclude`, `extend-exclude`, `force-exclude`, `runner`, "
        "`daft-version`, `min-confidence`, `min-severity`, `fail-on`, `baseline`, "
        "`redact-paths`, `cluster-file`, "
        "`per-file-ignores`, `cluster`, `sources`, `udf-wrappers`",
    ),
    (
        "include = []",
        "tool.daft-lint.include: matches no file; use a pattern such as `*.py`, or remove it",
    ),
    (
        "cluster.gpus = 1",
        "tool.daft-lint.cluster.gpus: unknown key; known keys are `workers`, `cpus-per-worker`, "
        "`gpus-per-worker`, `cost-per-worker-hour`, `worker-groups`",
    ),
    (
        "cluster = 4",
        "tool.daft-lint.cluster: expected a table, got 4",
    ),
    (
        "cluster.workers = true",
        "tool.daft-lint.cluster.workers: expected a whole number of at least 1, got true",
    ),
    (
        "cluster.workers = 0",
        "tool.daft-lint.cluster.workers: expected a whole number of at least 1, got 0",
    ),
    (
        'cluster.workers = "4"',
        'tool.daft-lint.cluster.workers: expected a whole number of at least 1, got "4"',
    ),
    (
        "cluster.workers = 4.0",
        "tool.daft-lint.cluster.workers: expected a whole number of at least 1, got 4.0; write 4",
    ),
    (
        "cluster.workers = 2024-01-01",
        "tool.daft-lint.cluster.workers: expected a whole number of at least 1, got a date or time",
    ),
    (
        "cluster.workers = 99999999999999999999",
        "tool.daft-lint.cluster.workers: expected a number of at most 9223372036854775807, "
        "got a number beyond 64 bits",
    ),
    (
        "cluster.gpus-per-worker = -1",
        "tool.daft-lint.cluster.gpus-per-worker: expected a whole number of at least 0, got -1",
    ),
    (
        "cluster.cost-per-worker-hour = -0.5",
        "tool.daft-lint.cluster.cost-per-worker-hour: expected a number above 0, got -0.5",
    ),
    (
        "cluster.cost-per-worker-hour = inf",
        "tool.daft-lint.cluster.cost-per-worker-hour: expected a number of at most "
        "9223372036854775807, got inf",
    ),
    (
        "cluster-file = 'ray.yaml'",
        "tool.daft-lint.cluster-file: ray.yaml can't be read: No such file or directory",
    ),
    (
        "cluster_file = 'ray.yaml'",
        "tool.daft-lint.cluster_file: unknown key; did you mean `cluster-file`?",
    ),
    (
        "cluster-file = 'ray.yaml'\ncluster.workers = 3",
        "tool.daft-lint.cluster.workers: tool.daft-lint.cluster-file sets it too; keep one of "
        "the two",
    ),
    (
        'runner = "rey"',
        'tool.daft-lint.runner: expected one of "auto", "ray", "native", got "rey"; '
        'did you mean "ray"?',
    ),
    (
        "min-confidence = 'unlikely'",
        'tool.daft-lint.min-confidence: expected one of "certain", "likely", "possible", '
        'got "unlikely"; did you mean "likely"?',
    ),
    (
        "daft-version = 0.7",
        'tool.daft-lint.daft-version: expected a string like "0.6", "0.7" or "0.7.26", got 0.7',
    ),
    (
        "daft-version = '0.7.٣'",
        'tool.daft-lint.daft-version: expected a string like "0.6", "0.7" or "0.7.26", got "0.7.٣"',
    ),
    (
        "force-exclude = 1",
        "tool.daft-lint.force-exclude: expected true or false, got 1",
    ),
    (
        'select = "DFT"',
        'tool.daft-lint.select: expected a list of strings, got "DFT"; write ["DFT"]',
    ),
    (
        'select = ["DFT", ""]',
        "tool.daft-lint.select: a string is empty; fill it in or remove it",
    ),
    (
        'ignore = ["DFT103"]',
        'tool.daft-lint.ignore: there is no rule "DFT103"; did you mean "DFT102"?',
    ),
    (
        'ignore = ["dft101"]',
        'tool.daft-lint.ignore: there is no rule "dft101"; did you mean "DFT101"?',
    ),
    (
        'ignore = ["D"]',
        'tool.daft-lint.ignore: there is no rule "D"; `daft-lint rule --all` lists them',
    ),
    (
        'select = ["DFT101, DFT2"]',
        'tool.daft-lint.select: there is no rule "DFT101, DFT2"; write each as its own string: '
        '"DFT101", "DFT2"',
    ),
    (
        'extend-select = ["missing-repartitions"]',
        'tool.daft-lint.extend-select: there is no rule "missing-repartitions"; did you mean '
        '"missing-repartition"?',
    ),
    (
        f'select = ["{"x" * 100}"]',
        f'tool.daft-lint.select: there is no rule "{"x" * 37}..."; '
        "`daft-lint rule --all` lists them",
    ),
    (
        'select = ["DFT101"]\nignore = ["DFT101"]',
        'tool.daft-lint.ignore: "DFT101" is also in tool.daft-lint.select; keep one of the two',
    ),
    (
        'extend-select = ["missing-repartition"]\nignore = ["DFT101"]',
        'tool.daft-lint.ignore: "missing-repartition" is also in tool.daft-lint.extend-select; '
        "keep one of the two",
    ),
    (
        'exclude = ["[[:what:]]"]',
        'tool.daft-lint.exclude: "[[:what:]]" isn\'t a valid .gitignore pattern',
    ),
    (
        'extend-exclude = ["# build"]',
        'tool.daft-lint.extend-exclude: "# build" isn\'t a valid .gitignore pattern',
    ),
    (
        "per-file-ignores.'tests/**' = ['DFT8']",
        'tool.daft-lint.per-file-ignores."tests/**": there is no rule "DFT8"; did you mean "DFT2"?',
    ),
    (
        "per-file-ignores.'!tests' = ['DFT']",
        'tool.daft-lint.per-file-ignores."!tests": a pattern that begins with `!` matches no '
        "file here",
    ),
    (
        "sources = {}",
        "tool.daft-lint.sources: expected tables, each headed [[tool.daft-lint.sources]], "
        "got a table",
    ),
    (
        "sources = [{ rows = 1 }]",
        "tool.daft-lint.sources[0]: has no `match`; add the path of a source, or a glob: `*` stays "
        "within a folder, `**` does not",
    ),
    (
        "sources = [{ match = 'a' }]",
        "tool.daft-lint.sources[0]: says nothing else; add `rows` or `partitions`",
    ),
    (
        "sources = [{ match = 'a', rows = 1e6 }]",
        "tool.daft-lint.sources[0].rows: expected a whole number of at least 0, got 1000000.0; "
        "write 1_000_000",
    ),
    (
        "sources = [{ match = 'a', partitions = 0 }]",
        "tool.daft-lint.sources[0].partitions: expected a whole number of at least 1, got 0",
    ),
    (
        "sources = [{ match = 'a', rows = 1 }, { match = 'a', rows = 2 }]",
        'tool.daft-lint.sources[1].rows: is 2, but an earlier entry for "a" says 1; '
        "keep one of the two",
    ),
]


@pytest.mark.parametrize(("line", "message"), IN_SECTION, ids=[line for line, _ in IN_SECTION])
def test_an_error_is_one_line_with_file_key_and_remedy(load: Load, line: str, message: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(f"[tool.daft-lint]\n{line}\n")
    at = 1 + line.count("\n") + 1
    assert str(error.value) == f"pyproject.toml:{at}: {message}"


def test_a_key_that_holds_a_line_break_is_still_one_line(load: Load) -> None:
    with pytest.raises(SettingsError) as error:
        load('[tool.daft-lint.cluster]\n"a\\nb" = 1\n')
    assert str(error.value) == (
        'pyproject.toml:1: tool.daft-lint.cluster."a\\u000ab": unknown key; known keys are '
        "`workers`, `cpus-per-worker`, `gpus-per-worker`, `cost-per-worker-hour`, `worker-groups`"
    )


def test_a_section_that_is_no_table_is_an_error(load: Load) -> None:
    with pytest.raises(SettingsError) as error:
        load("[tool]\ndaft-lint = 3\n")
    assert str(error.value) == "pyproject.toml:2: tool.daft-lint: expected a table, got 3"


def test_an_error_in_a_headed_source_names_its_line(load: Load) -> None:
    with pytest.raises(SettingsError) as error:
        load(
            "[[tool.daft-lint.sources]]\nmatch = 'a'\nrows = 1\n\n"
            "[[tool.daft-lint.sources]] # no figures\nmatch = 'b'\n"
        )
    assert str(error.value) == (
        "pyproject.toml:5: tool.daft-lint.sources[1]: says nothing else; add `rows` or `partitions`"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[tool.daft-lint]\nrunner =\n", "pyproject.toml:2:9: is not valid TOML: Invalid value"),
        (
            f"x = {'9' * 5000}",
            "pyproject.toml: holds a number too long to be read",
        ),
    ],
    ids=["syntax", "huge number"],
)
def test_what_is_not_toml_is_an_error_at_its_line(load: Load, text: str, message: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(text)
    assert str(error.value) == message
