"""What was found out of texts alone, kept by what they hold: the indexes of modules."""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from daft_lint.caching.folder import CacheFolder
from daft_lint.caching.results import loaded
from daft_lint.caching.toolchain import digest_of_reader
from daft_lint.documents.project import digest_of

_MOST_BYTES = 64 * 1024 * 1024


class Texts:
    """The answers about texts that earlier runs left in the current folder, read when asked for.

    An answer rests on its text and on daft-lint alone. Where there are too many, those go that were
    asked for least lately.
    """

    def __init__(self) -> None:
        self._folder = CacheFolder.of_user("texts")
        self._name = digest_of_reader(Path.cwd())
        self._known: dict[str, bytes] | None = None
        self._is_new = False

    def answer(self, text: str, work: Callable[[str], Any]) -> Any:
        """What some work says of a text.

        Raises:
            Exception: what the work raises.
        """
        known = self._known = self._read() if self._known is None else self._known
        key = digest_of(f"{work.__name__} {text}".encode("utf-8", "surrogatepass"))
        data = known.pop(key, None)
        if data is not None:
            known[key] = data
            try:
                return loaded(zlib.decompress(data))
            except Exception:
                # A broken pickle can raise anything.
                del known[key]
        found = work(text)
        # What nests too deeply isn't kept.
        with suppress(RecursionError):
            known[key] = zlib.compress(pickle.dumps(found, 5), 1)
            self._is_new = True
        return found

    def save(self) -> None:
        """Save what is new for later runs."""
        if self._known is None or not self._is_new:
            return
        kept: dict[str, bytes] = {}
        left = _MOST_BYTES
        for key, data in reversed(self._known.items()):
            left -= len(data)
            if left > 0:
                kept[key] = data
        self._folder.write(self._name, pickle.dumps(dict(reversed(kept.items())), 5))
        self._is_new = False

    def _read(self) -> dict[str, bytes]:
        try:
            found = loaded(self._folder.read(self._name) or b"")
        except Exception:
            return {}
        return found if isinstance(found, dict) else {}
