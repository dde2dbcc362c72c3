"""Settings as the TOML text that would give them, for `--show-settings`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from daft_lint.documents.file_selection import OWN_FILE
from daft_lint.plan.cluster import WorkerGroup
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.plan.wrapper import Parameter, UdfWrapper
from daft_lint.settings.keys import KEYS, SECTION, Key
from daft_lint.settings.layers import CLUSTER_FIGURES
from daft_lint.settings.model import Settings, SourceFact
from daft_lint.settings.paths import below, normal_path
from daft_lint.settings.runners import runner_word
from daft_lint.settings.toml_values import printable, toml_string, toml_strings

_GIB = 1024**3
_EXTENDED_BY = {
    "select": ("extend-select", "extend-rules"),
    "include": ("extend-include",),
    "exclude": ("extend-exclude",),
}


def describe(settings: Settings) -> str:
    """The settings in force as valid TOML; comments say where each comes from.

    What extends a list is shown in that list. A figure that isn't given is a comment.
    """
    blocks = [_outer(settings), _cluster(settings), *_groups(settings)]
    sources, wrappers = _table(settings, "sources"), _table(settings, "udf-wrappers")
    blocks += [_source(fact, sources) for fact in settings.sources]
    blocks += [_wrapper(udf_wrapper, wrappers) for udf_wrapper in settings.udf_wrappers]
    if settings.per_file_ignores:
        blocks.append(_per_file_ignores(settings))
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks)


def _outer(settings: Settings) -> list[str]:
    file = printable(str(settings.file)) if settings.file else "none"
    below = [f"# extends: {printable(str(path))}" for path in reversed(settings.extended)]
    header = [] if _at_top(settings) else [f"[{SECTION}]"]
    return [f"# file: {file}", *below, *header, *_outer_keys(settings)]


def _at_top(settings: Settings) -> bool:
    """Whether the file holds its keys at its top."""
    return settings.file is not None and settings.file.name == OWN_FILE


def _table(settings: Settings, name: str) -> str:
    """What a table of the settings is called in their file."""
    return name if _at_top(settings) else f"{SECTION}.{name}"


def _outer_keys(settings: Settings) -> Iterator[str]:
    texts = {
        "select": toml_strings(settings.select),
        "ignore": toml_strings(settings.ignore),
        "include": toml_strings(settings.include),
        "exclude": toml_strings(settings.exclude),
        "force-exclude": "true" if settings.force_exclude else "false",
        "runner": toml_string(runner_word(settings.runner)),
        "daft-version": toml_string(".".join(str(part) for part in settings.daft_version)),
        "min-confidence": toml_string(settings.min_confidence.value),
        "min-severity": toml_string(settings.min_severity.value),
        "fail-on": toml_string(settings.fail_on.value),
        "output-format": toml_string(settings.output_format),
    }
    if settings.required_version is not None:
        texts["required-version"] = toml_string(settings.required_version)
    if settings.extend_safe_fixes:
        texts["extend-safe-fixes"] = toml_strings(settings.extend_safe_fixes)
    if settings.extend_unsafe_fixes:
        texts["extend-unsafe-fixes"] = toml_strings(settings.extend_unsafe_fixes)
    if settings.extend_rules:
        texts["extend-rules"] = toml_strings(rule.name for rule in settings.extend_rules)
    if settings.baseline is not None:
        texts["baseline"] = toml_string(_relative(settings.baseline, settings))
    if settings.redact_paths:
        texts["redact-paths"] = "true"
    if settings.cluster_file is not None:
        texts["cluster-file"] = toml_string(_relative(settings.cluster_file, settings))
    for key in KEYS:
        if key.name in texts:
            yield _with_comment(f"{key.name} = {texts[key.name]}", _origins(settings, key))


def _relative(file: Path, settings: Settings) -> str:
    """A file as the settings file would name it."""
    folder = settings.file.parent if settings.file else Path()
    return below(file, folder) or str(normal_path(file))


def _cluster(settings: Settings) -> list[str]:
    cluster = settings.cluster
    figures = {
        "cluster.workers": cluster.workers,
        "cluster.cpus-per-worker": cluster.cpus_per_worker,
        "cluster.gpus-per-worker": cluster.gpus_per_worker,
        "cluster.cost-per-worker-hour": cluster.cost_per_worker_hour,
    }
    # A table may not hold figures beside the file or the groups that tell them.
    known_figures = CLUSTER_FIGURES if settings.cluster_file is not None or cluster.groups else ()
    lines = [
        _figure_line(key.leaf, figures[key.name])
        if key.name in known_figures
        else _figure(key.leaf, figures[key.name])
        for key in KEYS
        if key.name in figures
    ]
    if settings.cluster_file is not None:
        lines += [_group_of_file(group) for group in cluster.groups]
    return [f"[{_table(settings, 'cluster')}]", *lines]


def _group_of_file(group: WorkerGroup) -> str:
    more = "" if group.memory is None else f", memory {group.memory / _GIB:.1f} GiB"
    more += "".join(f", {name} {amount:g}" for name, amount in group.resources)
    figures = f"workers {group.workers}, CPUs {group.cpus}, GPUs {group.gpus}{more}"
    return printable(f"# {group.name}: {figures}")


def _groups(settings: Settings) -> Iterator[list[str]]:
    """The groups that the settings themselves have."""
    for group in settings.cluster.groups if settings.cluster_file is None else ():
        amounts = ", ".join(f"{toml_string(name)} = {each:g}" for name, each in group.resources)
        yield [
            f"[[{_table(settings, 'cluster.worker-groups')}]]",
            f"workers = {group.workers}",
            f"cpus-per-worker = {group.cpus}",
            f"gpus-per-worker = {group.gpus}",
            *([f"resources = {{ {amounts} }}"] if amounts else []),
        ]


def _source(fact: SourceFact, table: str) -> list[str]:
    figures = (("rows", fact.rows), ("partitions", fact.partitions))
    return [
        f"[[{table}]]",
        f"match = {toml_string(fact.match)}",
        *(_figure(name, figure) for name, figure in figures),
    ]


def _wrapper(wrapper: UdfWrapper, table: str) -> list[str]:
    given_by = {
        "udf-wrappers.batch-size": wrapper.batch_size,
        "udf-wrappers.concurrency": wrapper.concurrency,
        "udf-wrappers.cpus": wrapper.cpus,
        "udf-wrappers.gpus": wrapper.gpus,
    }
    return [
        f"[[{table}]]",
        f"name = {toml_string(wrapper.name)}",
        *(
            f"{key.leaf} = {_argument(given_by[key.name])}"
            for key in KEYS
            if given_by.get(key.name)
        ),
    ]


def _argument(parameter: Parameter) -> str:
    """What an argument is given by: a list only where there is more than one way."""
    texts = [toml_string(name) if isinstance(name, str) else str(name) for name in parameter]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def _per_file_ignores(settings: Settings) -> list[str]:
    origin = settings.origin("per-file-ignores")
    return [
        _with_comment(f"[{_table(settings, 'per-file-ignores')}]", (origin,) if origin else ()),
        *(
            f"{toml_string(ignore.pattern)} = {toml_strings(ignore.selectors)}"
            for ignore in settings.per_file_ignores
        ),
    ]


def _figure(name: str, figure: Quantity | None) -> str:
    if figure is None:
        return f"# {name} is not known"
    number = figure.value
    text = str(int(number) if number == int(number) else number)
    return _with_comment(f"{name} = {text}", figure.origins)


def _figure_line(name: str, figure: Quantity | None) -> str:
    """A figure that a cluster file tells, which may be a range, as a comment."""
    if figure is None:
        return f"# {name} is not known"
    return _with_comment(f"# {name}: {figure}", figure.origins)


def _origins(settings: Settings, key: Key) -> tuple[Origin, ...]:
    names = {key.name, *_EXTENDED_BY.get(key.name, ())}
    if settings.origin("select") is not None:
        names -= {"extend-rules"} - {key.name}
    return tuple(given.origin for given in settings.given if given.key in names)


def _with_comment(line: str, origins: tuple[Origin, ...]) -> str:
    comment = ", ".join(_place(origin) for origin in origins) or "default"
    return f"{line}  # {printable(comment)}"


def _place(origin: Origin) -> str:
    if origin.span is None:
        return origin.text.strip("`")
    return f"{Path(origin.span.path).name}:{origin.span.line}"
