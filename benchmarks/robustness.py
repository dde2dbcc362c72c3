"""Lints whole trees and thousands of broken programs, and looks for internal errors and hangs.

The promise: whatever a file holds, linting it ends, soon, with findings or with DFT900.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import sysconfig
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from heapq import nlargest
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from time import perf_counter, process_time

from mutating import KINDS

from daft_lint.documents.document import (
    Document,
    UnreadableDocumentError,
    decode,
    imports_daft,
    mentions_daft,
)
from daft_lint.linting import SYNTAX_ERROR, lint
from daft_lint.registry import all_rules
from daft_lint.rule import Case as Judged
from daft_lint.rule import Problem, rule
from daft_lint.settings import default_settings
from daft_lint.testing import cases as cases_of

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "rules"
SECONDS = 30.0
MUTANTS = 6_500
_SUFFIXES = frozenset({".py", ".ipynb", ".md"})
_SLOWEST = 5
# How many times its CPU time a file may take by the clock: it waits for nothing.
_WALL = 30
_CALLS = get_context("spawn")


class Result(Enum):
    """How linting a file ended."""

    LINTED = "linted"
    FIXED = "fixed"
    SYNTAX_ERROR = "not Python"
    UNREADABLE = "unreadable"
    FAILED = "failed"
    CRASHED = "ended the process"
    HUNG = "took too long"


@rule("ROBUST1", "anything")
def anything(case: Judged) -> Iterator[Problem]:
    """A rule of somebody else, which may be about anything."""
    return iter(())


Work = Callable[["Case"], Result]
BAD = frozenset({Result.FAILED, Result.CRASHED, Result.HUNG})


@dataclass(frozen=True, slots=True)
class Case:
    """A file to lint. One that is to be read whole gets an import of Daft in front."""

    name: str
    data: bytes
    read_whole: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it went: CPU seconds, and the traceback of a failure."""

    name: str
    result: Result
    seconds: float
    said: str = ""


def main() -> int:
    """Lint everything, print what happened, and say by the exit code whether all went well."""
    options = _options()
    parts = {
        "trees": tree_cases(options.trees),
        "mutants": mutants(sources_in(options.sources), options.mutants, options.seed),
    }
    bad = [
        failed(name, iterator, options.jobs, options.seconds) for name, iterator in parts.items()
    ]
    return int(any(bad))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    standard = [Path(sysconfig.get_path(name)) for name in ("stdlib", "purelib")]
    own = [CASES, ROOT / "examples"]
    parser.add_argument(
        "--trees", nargs="*", type=Path, default=standard, help="folders to lint every file of"
    )
    parser.add_argument(
        "--sources", nargs="+", type=Path, default=own, help="folders with programs to break"
    )
    parser.add_argument("--mutants", type=int, default=MUTANTS, help="how many broken programs")
    parser.add_argument("--seed", type=int, default=1, help="breaks them in other ways")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="CPU time that a file may take"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes to lint in")
    return parser.parse_args()


def tree_cases(trees: Iterable[Path]) -> Iterator[Case]:
    """Every program of some folders, once however they nest, to be read whole."""
    files = {file.resolve() for tree in trees for file in tree.rglob("*.py") if file.is_file()}
    for file in sorted(files):
        yield Case(str(file), file.read_bytes(), read_whole=True)


@dataclass(frozen=True, slots=True)
class Source:
    """A program to break: its name without the suffix, and what it holds."""

    name: str
    suffix: str
    data: bytes


def programs_of_rules(*, fires_only: bool = False) -> list[Source]:
    """The programs of the cases of all rules."""
    return [
        Source(case.name, ".py", case.text.encode())
        for rule in all_rules()
        for case in cases_of(CASES / f"{rule.name}.md", rule)
        if case.fires or not fires_only
    ]


def sources_in(folders: Iterable[Path]) -> list[Source]:
    """The files of some folders; in that of the cases of rules, the programs that these are."""
    found = []
    for folder in folders:
        if folder.resolve() == CASES:
            found += programs_of_rules()
            continue
        files = sorted(path for path in folder.rglob("*") if path.suffix in _SUFFIXES)
        found += [
            Source(file.stem, file.suffix, file.read_bytes()) for file in files if file.is_file()
        ]
    return found


def mutants(sources: Iterable[Source], count: int, seed: int) -> Iterator[Case]:
    """Broken programs of each kind in turn, made of sources that speak of Daft."""
    sources = [each_source for each_source in sources if mentions_daft(each_source.data)]
    for number in range(count if sources else 0):
        chosen = random.Random(f"{seed} {number}")
        suffix, mutation = KINDS[number % len(KINDS)]
        source = chosen.choice(
            [each_source for each_source in sources if not suffix or each_source.suffix == ".py"]
        )
        data = mutation(source.data, chosen)
        yield Case(f"mutant_{number}_of_{source.name}{suffix or source.suffix}", data)


def lint_case(case: Case) -> Result:
    """Lint a file in this process.

    Raises:
        Exception: what a rule or the linting itself raises.
    """
    try:
        document = decode(case.data, case.name)
    except UnreadableDocumentError:
        return Result.UNREADABLE
    if case.read_whole and not imports_daft(document.text):
        document = Document(document.path, f"import daft\n{document.text}")
    settings = default_settings()
    outcome = lint(document, settings)
    if case.read_whole:
        # Programs in which our rules can find nothing are not read, but for the rules of others.
        settings = replace(settings, select=(*settings.select, anything.code))
        outcome = lint(document, settings, rules=(*all_rules(), anything))
    for failure in outcome.failures:
        raise failure.error
    broken = any(finding.code == SYNTAX_ERROR for finding in outcome.findings)
    return Result.SYNTAX_ERROR if broken else Result.LINTED


def _serve(asked: Connection, work: Work, limit: float) -> None:
    """Say that it is ready, then lint what is asked for, one after the other."""
    asked.send(None)
    while (case := asked.recv()) is not None:
        # Whoever uses it up is ended by the signal, even where Python can't be interrupted.
        signal.setitimer(signal.ITIMER_VIRTUAL, limit)
        outcome = _timed(case, work)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        asked.send(outcome)


def _timed(case: Case, work: Work) -> Outcome:
    since = process_time()
    try:
        result, said = work(case), ""
    except BaseException:
        result, said = Result.FAILED, traceback.format_exc()
    return Outcome(case.name, result, process_time() - since, said)


class _Worker:
    """A process that lints, and is replaced when it ends or hangs."""

    def __init__(self, work: Work, limit: float) -> None:
        self.case: Case | None = None
        self._work, self._limit = work, limit
        self._since = 0.0
        self._start()

    def _start(self) -> None:
        self.pipe, other = _CALLS.Pipe()
        self._process: SpawnProcess = _CALLS.Process(
            target=_serve, args=(other, self._work, self._limit), daemon=True
        )
        self._process.start()
        other.close()
        # What starting takes isn't the file's time.
        self.pipe.recv()

    def give(self, case: Case, now: float) -> None:
        """Let it lint a file."""
        self.case, self._since = case, now
        self.pipe.send(case)

    def outcome(self, now: float) -> Outcome | None:
        """How it ended; None while it goes on."""
        assert self.case is not None
        name = self.case.name
        hung = Outcome(name, Result.HUNG, self._limit, f"more than {self._limit:g} s")
        outcome = hung
        if self.pipe.poll():
            try:
                outcome = self.pipe.recv()
            except EOFError:
                self._process.join()
                if self._process.exitcode != -signal.SIGVTALRM:
                    said = f"the process ended with {self._process.exitcode}"
                    outcome = Outcome(name, Result.CRASHED, 0.0, said)
        elif now - self._since < self._limit * _WALL:
            return None
        if outcome.result in {Result.HUNG, Result.CRASHED}:
            self.stop()
            self._start()
        self.case = None
        return outcome

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.join()
        self.pipe.close()


def linted(
    cases: Iterable[Case], jobs: int, limit: float, work: Work = lint_case
) -> Iterator[Outcome]:
    """How linting each file ends, in processes of their own, in the order that they end in."""
    waiting = iter(cases)
    workers = [_Worker(work, limit) for _ in range(jobs)]
    try:
        while True:
            for worker in workers:
                if worker.case is None:
                    case = next(waiting, None)
                    if case is not None:
                        worker.give(case, perf_counter())
            busy = [worker for worker in workers if worker.case is not None]
            if not busy:
                return
            wait([worker.pipe for worker in busy], timeout=1)
            found = (worker.outcome(perf_counter()) for worker in busy)
            yield from (outcome for outcome in found if outcome is not None)
    finally:
        for worker in workers:
            worker.stop()


def failed(
    name: str, cases: Iterable[Case], jobs: int, limit: float, work: Work = lint_case
) -> bool:
    """Lint files, print how it went, and say whether any of them ended badly."""
    outcomes = []
    for outcome in linted(cases, jobs, limit, work):
        outcomes.append(outcome)
        if outcome.result in BAD:
            said = f"{outcome.result.value}: {outcome.name}\n{outcome.said}"
            print(said, file=sys.stderr, flush=True)
    _report(name, outcomes)
    return not BAD.isdisjoint(outcome.result for outcome in outcomes)


def _report(name: str, outcomes: Sequence[Outcome]) -> None:
    counts = Counter(outcome.result for outcome in outcomes)
    reported = ", ".join(
        f"{counts[result]:,} {result.value}" for result in Result if counts[result]
    )
    print(f"{name}: {len(outcomes):,} files: {reported or 'none'}")
    slowest = nlargest(_SLOWEST, outcomes, key=lambda outcome: outcome.seconds)
    for outcome in slowest:
        print(f"  {outcome.seconds:7.2f} s  {outcome.name}")


if __name__ == "__main__":
    sys.exit(main())
