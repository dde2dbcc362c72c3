"""The cache of answers that earlier runs got, on disk.

An answer about files on this machine holds while these look as they did, one about other files for
`SECONDS`. Each source has one record of JSON; a broken one counts as missing.
"""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from daft_lint.caching.folder import CacheFolder
from daft_lint.metadata.messages import Answer, Query
from daft_lint.metadata.signature import signature
from daft_lint.plan.addresses import is_remote, local_path

SECONDS = 600.0
"""How long an answer about files elsewhere holds."""

_FORM = 2
_COUNTS = ("partitions", "rows", "files", "groups")


@dataclass(frozen=True, slots=True)
class AnswerCache:
    """The answers in a folder, which this version of Daft gave."""

    folder: CacheFolder
    daft: str

    @classmethod
    def of_user(cls, daft: str) -> AnswerCache:
        """The answers that the user has."""
        return cls(CacheFolder.of_user("metadata"), daft)

    def read(self, query: Query, look: str | None) -> Answer | None:
        """The answer of an earlier run, if it holds for files that look like this."""
        data = self.folder.read(self._name(query))
        if data is None:
            return None
        try:
            record = json.loads(data)
            answer = Answer(*(_count(record[name]) for name in _COUNTS))
            holds = _holds(query, look, record)
        except (LookupError, RecursionError, TypeError, ValueError):
            return None
        return answer if holds else None

    def keep(self, query: Query, before: str | None, answer: Answer) -> None:
        """Keep an answer, unless files changed while it was made. `before` is how they looked."""
        after = look_of(query)
        if after != before or after is None:
            return
        record = {
            **{name: getattr(answer, name) for name in _COUNTS},
            "signature": after,
            "at": time.time(),
        }
        self.folder.write(self._name(query), json.dumps(record).encode())

    def _name(self, query: Query) -> str:
        key = json.dumps([_FORM, self.daft, query.reader, query.paths])
        return blake2b(key.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def look_of(query: Query) -> str | None:
    """What the files of a source on this machine look like now; None when unknown."""
    return signature(tuple(local_path(path) for path in query.paths if not is_remote(path)))


def _holds(query: Query, look: str | None, record: dict[str, Any]) -> bool:
    if look is None or record["signature"] != look:
        return False
    return not query.remote or 0 <= time.time() - float(record["at"]) < SECONDS


def _count(value: object) -> int | None:
    """A count that was kept.

    Raises:
        ValueError: when it is something else.
    """
    if value is None:
        return None
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value
