"""Writes `docs/remedies.md` from what miniatures showed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from remedies import Remedy

_HEAD = """# What the remedies gain

For each rule there are two small programs: one with the problem, and one with the remedy. Both ran
on {versions}, three times in turn on two cores. The
table has the medians; less is better. A rule without a measured remedy never reports a warning.

Your gain depends on your rows and your cluster. The programs are small, and show only that the
effect is real. They are in `benchmarks/miniatures`. To run them:

    pip install -e '.[verify]'
    python benchmarks/remedies.py --write

| rule | problem | remedy | measured | with the problem | with the remedy |
| --- | --- | --- | --- | ---: | ---: |
"""


def page(remedies: Sequence[Remedy]) -> str:
    """The page, a row for each rule."""
    versions = Counter(remedy.versions for remedy in remedies).most_common(1)[0][0]
    head = _HEAD.format(versions=_longest([remedy.versions for remedy in remedies]) or versions)
    return head + "".join(_row(remedy) for remedy in remedies)


def _longest(versions: Sequence[str]) -> str:
    """The versions that name Ray too, if any do."""
    return max(versions, key=len, default="")


def _row(remedy: Remedy) -> str:
    where = "native runner" if remedy.runner == "native" else _cluster(remedy)
    cells = (
        remedy.rule,
        remedy.fault,
        remedy.remedy,
        f"{remedy.measures} ({where})",
        _figure(remedy.before, remedy.unit),
        _figure(remedy.after, remedy.unit),
    )
    return f"| {' | '.join(cells)} |\n"


def _cluster(remedy: Remedy) -> str:
    workers = "1 worker" if remedy.workers == 1 else f"{remedy.workers} workers"
    return f"Ray, {workers}"


def _figure(number: float, unit: str) -> str:
    """`1,536 rows`, `0.42 s`, `27%`."""
    whole = number == int(number)
    text = f"{number:,.0f}" if whole or number >= 100 else f"{number:.2g}"
    if unit == "%":
        return f"{text}%"
    return f"{text} {unit.removesuffix('s') if number == 1 and len(unit) > 1 else unit}".rstrip()
