"""The Ray jobs that a project submits: the runner that they set for a script."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from daft_lint.infer import arguments
from daft_lint.infer.callers import contexts
from daft_lint.infer.context import Site
from daft_lint.pipelines.runner import KINDS, VARIABLE
from daft_lint.plan.cluster import Runner, RunnerKind
from daft_lint.plan.quantity import Origin, OriginKind
from daft_lint.values.values import Arguments, Mapping, Text, Value

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer
    from daft_lint.modules.module_map import Module

_SUBMIT = "submit_job"


def submitted(infer: Infer, root: Module) -> Runner:
    """The runner that Ray jobs set for a script; unknown where none does, or two differ.

    A job that sets none runs on the native runner: Daft doesn't see that it is one. Where its
    command and its `runtime_env` differ, the command wins (measured, Daft 0.7.26 and Ray 2.59.0).
    """
    found = infer.once((submitted, root.path), lambda: dict(_set_for(infer, root)))
    assert isinstance(found, dict)
    if len(found) != 1:
        return Runner(RunnerKind.UNKNOWN, certain=False, among=tuple(found.values()))
    ((kind, origin),) = found.items()
    return Runner(kind, certain=False, origin=origin)


def _set_for(infer: Infer, root: Module) -> Iterator[tuple[RunnerKind, Origin]]:
    for document in infer.modules.project.mentioning(_SUBMIT, VARIABLE):
        module = infer.modules.of(document)
        for number in module.index.calls_by_name.get(_SUBMIT, ()):
            for context in contexts(infer, module, module.index.calls[number].scope):
                site = Site(context, number)
                given = arguments.evaluated(infer, arguments.of_call(infer, site))
                kind = _kind_of(given)
                if kind is not None and _runs(given, module, root):
                    text = f"assumed: it runs as the Ray job that sets the {kind.value} runner"
                    yield kind, Origin(OriginKind.ASSUMPTION, text, site.span)


def _kind_of(given: Arguments) -> RunnerKind | None:
    """The runner that a job sets: in front of its command, else in its environment."""
    for word in _words(given):
        if word.startswith(f"{VARIABLE}="):
            return KINDS.get(word.partition("=")[2].lower())
    variables = _entry(given.get(None, "runtime_env"), "env_vars")
    return KINDS.get(_text(_entry(variables, VARIABLE)).lower())


def _runs(given: Arguments, submitter: Module, root: Module) -> bool:
    """Whether the command of a job runs a file: its path from the folder of the job."""
    script = next((word for word in _words(given) if word.endswith(".py")), None)
    if script is None:
        return False
    folder = _text(_entry(given.get(None, "runtime_env"), "working_dir"))
    path = PurePosixPath(folder or ".") / script
    around = PurePosixPath(submitter.path).parents
    return any(fnmatchcase(root.path, str(each / path)) for each in around)


def _words(given: Arguments) -> list[str]:
    return _text(given.get(None, "entrypoint")).split()


def _entry(value: Value | None, key: str) -> Value | None:
    return value.get(key) if isinstance(value, Mapping) else None


def _text(value: Value | None) -> str:
    return value.pattern if isinstance(value, Text) else ""
