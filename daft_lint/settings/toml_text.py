"""Settings as the TOML text that would give them, for `--show-settings`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from pathlib import Path

from daft_lint.documents.file_selection import OWN_FILE
from daft_lint.plan.cluster import RunnerKind, WorkerGroup
from daft_lint.plan.quantity import Origin, Quantity
from daft_lint.plan.wrapper import Parameter, UdfWrapper
from daft_lint.settings.keys import KEYS, SECTION, Key, runner_word
from daft_lint.settings.layers import CLUSTER_FIGURES
from daft_lint.settings.model import Settings, SourceFact
from daft_lint.settings.places import below, normal_path
from daft_lint.settings.toml_values import printable, toml_string, toml_strings

_GIB = 1024**3
_SHOWN = frozenset(field.name for field in fields(Settings)) - {"per_file_ignores"}
# The keys that are shown though they say nothing.
_ALWAYS = frozenset({"exclude", "force-exclude", "ignore", "include", "runner", "select"})
_EXTENDED_BY = {
    "select": ("extend-select", "extend-rules"),
    "include": ("extend-include",),
    "exclude": ("extend-exclude",),
}


def describe(settings: Settings) -> str:
    """The settings in force as valid TOML; comments say where each comes from.

    What extends a list is shown in that list. Of the cluster, figures not given are comments.
    """
    blocks = [_outer(settings), _cluster(settings), *_groups(settings)]
    blocks += [[*_entry(settings, "sources", fact)] for fact in settings.sources]
    blocks += [[*_entry(settings, "udf-wrappers", wrapper)] for wrapper in settings.udf_wrappers]
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
    for key in KEYS:
        if key.table or key.field not in _SHOWN:
            continue
        value = getattr(settings, key.field)
        if key.name in _ALWAYS or value not in (None, (), False):
            yield _with_comment(f"{key.name} = {_text(value, settings)}", _origins(settings, key))


def _text(value: object, settings: Settings) -> str:
    """The value of an outer key as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Path):
        return toml_string(_relative(value, settings))
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        return toml_string(".".join(map(str, value)))
    if isinstance(value, tuple):
        return toml_strings(str(getattr(each, "name", each)) for each in value)
    if value is None or isinstance(value, RunnerKind):
        return toml_string(runner_word(value))
    return toml_string(value.value if isinstance(value, Enum) else str(value))


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


def _entry(settings: Settings, table: str, held: SourceFact | UdfWrapper) -> Iterator[str]:
    """An entry of an array of tables: each of its keys that says something."""
    yield f"[[{_table(settings, table)}]]"
    for key in KEYS:
        value = getattr(held, key.field) if key.table == table else None
        if isinstance(value, Quantity):
            yield _figure(key.leaf, value)
        elif value:
            text = toml_string(value) if isinstance(value, str) else _argument(value)
            yield f"{key.leaf} = {text}"


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
