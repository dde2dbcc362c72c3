"""`--profile`: where the time of a run went, by file and by rule."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import wraps
from time import perf_counter
from typing import TYPE_CHECKING, Any

from daft_lint.reporting.phrases import counted

if TYPE_CHECKING:
    from daft_lint.rule import Rule

_MOST_FILES = 20
_SHARED = (
    "Work that several files share, such as reading imports, counts towards the first of them."
)


@dataclass(frozen=True, slots=True)
class FileTime:
    """What one file took, in seconds: all in all, and in each rule by its code.

    What is in no rule went into reading, prediction and comments. What several files need is made
    once, and counts for the one that asked first. `cached` says that its result was kept from an
    earlier run.
    """

    path: str
    seconds: float
    rules: dict[str, float]
    cached: bool = False


@dataclass(slots=True)
class Stopwatch:
    """Takes the time of rules while they judge."""

    seconds: dict[str, float] = field(default_factory=dict)
    _timed: dict[Rule, Rule] = field(default_factory=dict)

    def timing(self, rules: Iterable[Rule]) -> tuple[Rule, ...]:
        """The rules, timed from now on."""
        return tuple(self._with_clock(rule) for rule in rules)

    def taken(self) -> dict[str, float]:
        """The seconds of each rule since the last time they were taken."""
        taken, self.seconds = self.seconds, {}
        return taken

    def _with_clock(self, rule: Rule) -> Rule:
        if rule not in self._timed:
            self._timed[rule] = replace(
                rule,
                check=self._clocked(rule.code, rule.check),
                check_definition=self._clocked(rule.code, rule.check_definition),
            )
        return self._timed[rule]

    def _clocked(self, code: str, check: Callable[[Any], Iterable[Any]] | None) -> Any:
        if check is None:
            return None

        @wraps(check)
        def clocked(judged: Any) -> Iterator[Any]:
            started = perf_counter()
            try:
                # A rule may give its problems one by one: all its work is done here.
                return iter(tuple(check(judged)))
            finally:
                taken = perf_counter() - started
                self.seconds[code] = self.seconds.get(code, 0.0) + taken

        return clocked


@dataclass(slots=True)
class Profile:
    """The times of a run: of its files, and of the whole from its start to its end."""

    files: list[FileTime] = field(default_factory=list)
    started: float = field(default_factory=perf_counter)

    def add(self, time: FileTime) -> None:
        """Take note of a file."""
        self.files.append(time)

    def as_text(self) -> str:
        """Tables of the slowest files, and of all rules that took time."""
        total = perf_counter() - self.started
        linted = [file for file in self.files if not file.cached]
        lines = [
            f"{counted(len(self.files), 'file')} relevant to daft-lint, "
            f"{len(self.files) - len(linted):,} of them from the cache; {total:.3f} s in total",
            "",
            f"{'file':<60}{'seconds':>9}{'in rules':>10}",
        ]
        slowest = sorted(self.files, key=lambda file: (-file.seconds, file.path))
        for time in slowest[:_MOST_FILES]:
            mark = "  cached" if time.cached else ""
            in_rules = sum(time.rules.values())
            lines.append(f"{_shortened(time.path):<60}{time.seconds:9.3f}{in_rules:10.3f}{mark}")
        if len(slowest) > _MOST_FILES:
            rest = sum(time.seconds for time in slowest[_MOST_FILES:])
            others = counted(len(slowest) - _MOST_FILES, "other")
            lines.append(f"{others:<60}{rest:9.3f}")
        if len(linted) > 1:
            lines += ["", _SHARED]
        lines += ["", f"{'rule':<60}{'seconds':>9}"]
        rules = self._of_rules()
        lines += [f"{code:<60}{seconds:9.3f}" for code, seconds in rules]
        reading = sum(time.seconds for time in linted) - sum(seconds for _, seconds in rules)
        lines.append(f"{'reading and prediction':<60}{reading:9.3f}")
        return "\n".join(lines)

    def as_json(self) -> str:
        """The same with every file, for a program."""
        slowest = sorted(self.files, key=lambda file: (-file.seconds, file.path))
        files = [
            {
                "path": time.path,
                "seconds": round(time.seconds, 6),
                "cached": time.cached,
                "rules": {code: round(taken, 6) for code, taken in sorted(time.rules.items())},
            }
            for time in slowest
        ]
        rules = {code: round(seconds, 6) for code, seconds in self._of_rules()}
        seconds = round(perf_counter() - self.started, 6)
        return json.dumps({"seconds": seconds, "rules": rules, "files": files}, indent=2)

    def _of_rules(self) -> list[tuple[str, float]]:
        sums: dict[str, float] = {}
        for file in self.files:
            for code, seconds in file.rules.items():
                sums[code] = sums.get(code, 0.0) + seconds
        return sorted(sums.items(), key=lambda item: (-item[1], item[0]))


def _shortened(path: str) -> str:
    return path if len(path) < 60 else f"...{path[-56:]}"
