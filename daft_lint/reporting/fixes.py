"""`--show-fixes`: what was fixed, by file and rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from daft_lint.reporting.phrases import counted, named
from daft_lint.reporting.printable import printable
from daft_lint.reporting.report import FixedFinding


def fix_lines(
    fixed: Sequence[FixedFinding], *, unicode: bool, done: str = "Fixed"
) -> tuple[str, ...]:
    """A line per file and one per rule, below a line with their number; nothing for no fixes.

    Files are named that changed for a finding in another one. `done` is "Fixed" or "Would fix".
    """
    if not fixed:
        return ()
    times = "\N{MULTIPLICATION SIGN}" if unicode else "x"
    lines = [f"{done} {counted(len(fixed), 'finding')}:"]
    numbers = Counter(fixed)
    width = max(len(f"{number:,}") for number in numbers.values())
    path = None
    for finding in sorted(
        numbers, key=lambda finding: (finding.path, finding.code, finding.changed)
    ):
        if finding.path != path:
            path = finding.path
            lines.append(f"  {printable(path, unicode=unicode)}")
        where = f", by changes in {named(finding.changed)}" if finding.changed else ""
        label = printable(f"{finding.code} {finding.name}{where}", unicode=unicode)
        lines.append(f"    {numbers[finding]:>{width},} {times} {label}")
    return tuple(lines)
