"""The match of a logged run with a pipeline of the code, by the shape of its plan and its files.

Nothing is guessed: a run that fits no pipeline, or more than one, is of none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path, PurePosixPath

from daft_lint.event_log.runs import Run, RunState
from daft_lint.event_log.steps import LoggedStep, logged_steps, without_action
from daft_lint.plan.pipeline import OperatorKind, Pipeline, Plan, UdfCall
from daft_lint.plan.recorded import UNKNOWN_STEP, NamedStep, named_steps
from daft_lint.records import dataclass

_READERS = {
    "daft.read_parquet": "Read Parquet",
    "daft.read_csv": "Read CSV",
    "daft.read_json": "Read JSON",
    "daft.read_text": "Read Text",
    "daft.range": "Read RangeSource (Python)",
    "daft.from_glob_path": "Glob Scan",
}
"""What a log calls the work of a source (Daft 0.7.26, natively and on Ray's workers)."""

_IN_MEMORY = frozenset({"InMemoryScan", "InMemorySource"})
_UNNAMED = "a UDF without a name"
"""What the log of one that is made with `@daft.udf` has: it doesn't name it."""

_MAIN = "__main__"
_LOCALS = "<locals>"


@dataclass(frozen=True, slots=True)
class MatchedStep:
    """A step of the code beside that of the run, `number` from 1 among all of the pipeline's."""

    number: int
    code: NamedStep
    run: LoggedStep


@dataclass(frozen=True, slots=True)
class Match:
    """A run, and the pipeline that it was.

    `whole` says that the run began at the pipeline's source, and not behind a collected frame.
    """

    run: Run
    pipeline: Pipeline
    steps: tuple[MatchedStep, ...]
    whole: bool

    def calls(self, step: MatchedStep) -> Iterator[UdfCall]:
        """The calls of the UDF that a step is."""
        operator = self.pipeline.plan.operators[step.code.place]
        return (call for call in operator.calls if call.udf.name == step.code.text)


def matches(run: Run, pipelines: Iterable[Pipeline]) -> tuple[Match, ...] | str:
    """The pipeline that a run was; several where several actions run the very same plan.

    A text says in a line why it is none of these, or why it is unclear which.
    """
    if run.written is None:
        return (
            "no plan in the log; call daft.subscribers.event_log.enable_event_log, with Daft 0.7.9 "
            "or later"
        )
    if run.state is not RunState.FINISHED:
        return f"the run is {run.state.value}"
    fitting = [found for pipeline in pipelines if (found := _match(run, pipeline)) is not None]
    if not fitting:
        names = (step.text or _UNNAMED for step in logged_steps(run.written))
        shape = ", ".join(names) or "no step"
        return f"no pipeline in the code has these steps: {shape}"
    sources = {match.pipeline.plan.source.span for match in fitting}
    if len(sources) > 1:
        places = " and ".join(sorted(source.place for source in sources)[:3])
        return f"pipelines with the same steps begin at {places}"
    return tuple(fitting)


def _match(run: Run, pipeline: Pipeline) -> Match | None:
    action = None if pipeline.action is None else pipeline.action.kind
    plan = None if run.written is None else without_action(run.written, action)
    if plan is None:
        return None
    theirs = logged_steps(plan)
    mine = named_steps(pipeline.plan)
    start = _behind_barriers(pipeline.plan, mine)
    pairs = list(zip(mine[start:], theirs, strict=False))
    if len(mine) - start != len(theirs) or not all(b.fits(a.text) for a, b in pairs):
        return None
    if any(UNKNOWN_STEP in a.text for a, _ in pairs):
        return None
    steps = tuple(MatchedStep(start + at, a, b) for at, (a, b) in enumerate(pairs, 1))
    match = Match(run, pipeline, steps, whole=not start)
    return match if _is_of(match) else None


def _behind_barriers(plan: Plan, steps: Sequence[NamedStep]) -> int:
    """How many steps an earlier query ran, whose rows were collected."""
    barriers = [
        at
        for at, step in enumerate(steps, 1)
        if plan.operators[step.place].kind is OperatorKind.BARRIER
    ]
    return barriers[-1] if barriers else 0


def _is_of(match: Match) -> bool:
    """Whether the run was of the files that the pipeline is in.

    Its UDFs tell by their modules. Without one, its source has to be in the script that ran, and
    the log has to tell that it was read: code out of sight may have the same steps.
    """
    script = script_of(match.run.entrypoint)
    udfs = [(step, call) for step in match.steps for call in match.calls(step)]
    read = _is_read(match)
    if not udfs:
        return read is True and _is_script(script, match.pipeline.plan.source.span.path)
    return read is not False and all(_is_module(step.run.text, call, script) for step, call in udfs)


def _is_read(match: Match) -> bool | None:
    """Whether the run read what the source of the pipeline is; None where unknown."""
    run, source = match.run, match.pipeline.plan.source
    leaves = (
        [] if run.physical is None else [node for node in run.physical.each() if not node.inputs]
    )
    if source.in_memory or not match.whole:
        return any(leave.kind in _IN_MEMORY for leave in leaves) if leaves else None
    if source.name not in _READERS:
        return None
    numbers = {leave.number for leave in leaves}
    names = {work.name for work in run.work if work.node in numbers}
    known = names.intersection(_READERS.values())
    if known:
        return _READERS[source.name] in known
    return False if leaves and all(leave.kind in _IN_MEMORY for leave in leaves) else None


def _is_module(name: str, call: UdfCall, script: PurePosixPath | None) -> bool:
    """Whether a UDF whose name begins with its module is the one of a call."""
    file = Path(call.udf.span.path)
    module = name.removesuffix(f".{call.udf.name}").split(f".{_LOCALS}")[0]
    if module == _MAIN or module.startswith(f"{_MAIN}."):
        return _is_script(script, file.as_posix())
    parts = file.parent.parts if file.stem == "__init__" else (*file.parent.parts, file.stem)
    # Behind the module may stand the function that the UDF is made in.
    names = module.split(".")
    return any(_ends_with(parts, names[:length]) for length in range(len(names), 0, -1))


def _ends_with(parts: Sequence[str], end: Sequence[str]) -> bool:
    """Whether paths fit as far as both go: a log knows less of the folders, or more."""
    length = min(len(parts), len(end))
    return length > 0 and list(parts[-length:]) == list(end[-length:])


def _is_script(script: PurePosixPath | None, path: str) -> bool:
    return script is not None and _ends_with(PurePosixPath(path).parts, script.parts)


def script_of(entrypoint: str) -> PurePosixPath | None:
    """The script that a command line runs: `python job.py --day 3`, `python -m jobs.daily`."""
    words = entrypoint.replace("\\", "/").split()
    for word, following in zip_longest(words, words[1:], fillvalue=""):
        if word == "-m" and following:
            return PurePosixPath(*following.split(".")).with_suffix(".py")
        if word.endswith(".py"):
            return PurePosixPath(word.lstrip("/"))
    return None
