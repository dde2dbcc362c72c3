"""A baseline: the findings that a project knows already, so that only new ones are reported."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping

from daft_lint.findings import Finding
from daft_lint.records import dataclass, field

VERSION = 1
_LAYOUT = re.compile(r"[\s()\\]+|,(?=\s*[)\]}])")
_EXAMPLE = '{"version": 1, "findings": [...]}'


class BaselineError(Exception):
    """A text that is no baseline. Its message is one line that says why."""


@dataclass(frozen=True, slots=True, order=True)
class Known:
    """What a known finding is recognised by, wherever in its file it moves to.

    `path` is relative to the folder of the baseline, with `/`. `rule` is a code, `code` that of the
    statement the finding stands on, as `documents.statements` gives it. `name` stands for that,
    however a formatter lays it out: it has no blanks, no parentheses, no commas that only close a
    list, and one kind of quotes.
    """

    path: str
    rule: str
    code: str = field(compare=False)
    name: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        name = _LAYOUT.sub("", self.code).replace("'", '"')
        object.__setattr__(self, "name", name)


Baseline = Mapping[Known, int]
"""How many findings are known of each kind, at least 1."""


def compared(
    findings: Iterable[Finding], baseline: Baseline, known_as: Callable[[Finding], Known]
) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """The new findings, and those that a baseline knows; of more than it knows the last are new."""
    left = Counter(baseline)
    new: list[Finding] = []
    known: list[Finding] = []
    for finding in findings:
        kind = known_as(finding)
        known_one = left[kind] > 0
        left[kind] -= known_one
        (known if known_one else new).append(finding)
    return tuple(new), tuple(known)


def renewed(
    older: Baseline, found: Baseline, others: Baseline, kept: Collection[Known]
) -> Baseline:
    """What a baseline is to hold once it is written anew.

    Args:
        older: what it held.
        found: what is reported.
        others: what is found, but not reported; of these it keeps what it held.
        kept: what wasn't looked for, so that it stays.
    """
    counts = Counter(found)
    for kind, number in older.items():
        more = max(0, number - counts[kind])
        counts[kind] += more if kind in kept else min(more, others.get(kind, 0))
    return +counts


def read_baseline(text: str) -> Baseline:
    """Read what `written` wrote. Of one entry twice, as a merge may leave it, the larger count.

    Raises:
        BaselineError: when it is something else.
    """
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        raise BaselineError("isn't JSON, which a baseline must be") from None
    if not isinstance(document, dict) or "version" not in document:
        raise BaselineError(f"isn't a baseline; a baseline looks like {_EXAMPLE}")
    if document["version"] != VERSION:
        version = json.dumps(document["version"])[:20]
        raise BaselineError(
            f"has version {version}, but this daft-lint reads version {VERSION}; remove it and "
            "write it again"
        )
    entries = document.get("findings")
    if not isinstance(entries, list):
        raise BaselineError(f"has no list of findings; a baseline looks like {_EXAMPLE}")
    counts: dict[Known, int] = {}
    for number, entry in enumerate(entries, 1):
        known, count = _read(entry, number)
        counts[known] = max(count, counts.get(known, 0))
    return counts


def _read(entry: object, number: int) -> tuple[Known, int]:
    values = entry if isinstance(entry, dict) else {}
    path, rule, code = (values.get(key) for key in ("path", "rule", "code"))
    count = values.get("count")
    if not (isinstance(path, str) and isinstance(rule, str) and isinstance(code, str)):
        raise BaselineError(f"entry {number} has no path, rule or code; fix it or remove it")
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise BaselineError(f"entry {number} has no count of at least 1; fix it or remove it")
    return Known(path, rule, code), count


def written(baseline: Baseline) -> str:
    """A baseline as JSON: sorted, each entry on a line of its own, so that branches merge well."""
    lines = (
        json.dumps(
            {"path": known.path, "rule": known.rule, "count": baseline[known], "code": known.code},
            ensure_ascii=False,
        )
        for known in sorted(baseline)
    )
    entries = ",".join(f"\n    {line}" for line in lines)
    return f'{{\n  "version": {VERSION},\n  "findings": [{entries}\n  ]\n}}\n'
