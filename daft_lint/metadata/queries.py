"""Queries for the metadata of sources: which sources have them. Touches no file.

What was measured on Daft 0.6.4, 0.7.0 and 0.7.26: without `infer_schema` a reader lists files and
opens none, and the scan tasks of its plan are the tasks that Ray gets, however many row groups or
bytes a file has.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from daft_lint.daft_api.countable_sources import HIVE, TABLES, is_countable
from daft_lint.metadata.messages import Query
from daft_lint.plan.addresses import is_url
from daft_lint.plan.pipeline import Location

_SPECIAL = re.compile(r"[*?\[\]{}\\]")


def query_of(location: Location, root: Path) -> Query | None:
    """What to ask of the source there; None when Daft can't tell it of all that matters.

    A relative path counts from `root`, which the program may not run in.
    """
    if not is_countable(location):
        return None
    paths = tuple(_absolute(path, root) for path in location.paths)
    whole = tuple(path for path in paths if path is not None)
    if len(whole) != len(paths):
        return None
    return Query(
        reader=location.reader,
        paths=whole,
        shown=_shown(location.paths),
        assumed=any(_is_relative(path) for path in location.paths),
        pruned=location.reader in TABLES or HIVE in location.options,
        grouped=location.grouped,
    )


def _is_relative(path: str) -> bool:
    return not is_url(path) and not path.startswith("/")


def _absolute(path: str, root: Path) -> str | None:
    if "\0" in path or "\n" in path:
        return None
    if not _is_relative(path):
        return path
    if path.startswith("~"):
        return os.path.expanduser(path)  # noqa: PTH111
    folder = str(root.absolute())
    # A glob has no way to say that these stand for themselves.
    if _SPECIAL.search(folder):
        return None
    return f"{folder.rstrip('/')}/{path.removeprefix('./')}"


def _shown(paths: tuple[str, ...]) -> str:
    return paths[0] if len(paths) == 1 else f"{paths[0]} and {len(paths) - 1:,} more"
