"""The cache folder, which is the user's own, and the records in it: small files, each by a digest.

Several runs at once are fine: each record is replaced as a whole. What can't be read is missing,
and what can't be written stays so.
"""

from __future__ import annotations

import os
import re
import stat
from contextlib import suppress
from pathlib import Path

from platformdirs import user_cache_path

from daft_lint.documents.atomic_writes import replace_file
from daft_lint.documents.file_status import read_whole
from daft_lint.records import dataclass

_VARIABLE = "DAFT_LINT_CACHE_DIR"
_RECORD = re.compile(r"[0-9a-f]{32}")
_MOST_RECORDS = 100
_MOST_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder of records."""

    path: Path

    @classmethod
    def of_user(cls, kind: str) -> CacheFolder:
        """The records of one kind that the user has, where the environment or the platform says."""
        named = os.environ.get(_VARIABLE)
        root = (
            Path(named).absolute() / "daft-lint" if named else user_cache_path("daft-lint", False)
        )
        return cls(root / kind)

    def read(self, name: str) -> bytes | None:
        """What a record holds; None when there is none, or when others could have written it."""
        try:
            if not self._is_own():
                return None
            file = self.path / name
            data = read_whole(file, _MOST_BYTES)
        except OSError:
            return None
        # The oldest ones are removed: this one is in use.
        with suppress(OSError):
            os.utime(file)
        return data

    def write(self, name: str, data: bytes) -> None:
        """Put a record in the place of an older one, and remove those that are too many."""
        with suppress(OSError):
            self.path.mkdir(0o700, parents=True, exist_ok=True)
            if self._is_own():
                replace_file(self.path / name, data)
                self._prune()

    def _is_own(self) -> bool:
        """Whether only this user can write to the folder.

        Raises:
            OSError: when there is none.
        """
        found = self.path.lstat()
        if not hasattr(os, "getuid"):
            return stat.S_ISDIR(found.st_mode)
        return (
            stat.S_ISDIR(found.st_mode)
            and found.st_uid == os.getuid()
            and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
        )

    def _prune(self) -> None:
        records = [file for file in self.path.iterdir() if _RECORD.fullmatch(file.name)]
        known = sorted(
            ((file.stat(), file) for file in records), key=lambda each: -each[0].st_mtime
        )
        total = 0
        for count, (found, file) in enumerate(known, 1):
            total += found.st_size
            if count > _MOST_RECORDS or total > _MOST_BYTES:
                file.unlink()
