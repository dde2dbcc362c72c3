"""The documents of a YAML file as they are written: nothing is constructed from them."""

from __future__ import annotations

import errno
from pathlib import Path

import yaml

from daft_lint.documents.file_status import read_whole
from daft_lint.settings.cluster_files.fields import Field
from daft_lint.settings.places import Place, SettingsError

MOST_BYTES = 256 * 1024
"""Cluster files have a few kilobytes. So many take up to 3 seconds."""


def read_documents(file: Path, place: Place) -> tuple[Field, ...]:
    """The documents of a YAML file that hold something.

    `place` is where the file is named.

    Raises:
        SettingsError: the file can't be read, is too large, or isn't YAML.
    """
    text = _text(file, place)
    try:
        nodes = list(yaml.compose_all(text, Loader=yaml.SafeLoader))
    except RecursionError:
        raise SettingsError("is nested too deeply to be read", file) from None
    except yaml.MarkedYAMLError as error:
        raise _syntax_error(file, error, text) from None
    except yaml.YAMLError as error:
        reason = getattr(error, "reason", None) or "a character can't be read"
        raise SettingsError(f"is not valid YAML: {reason}", file) from None
    except (ValueError, OverflowError):
        # A character by its number, as in "\UFFFFFFFF", that Unicode hasn't got.
        raise SettingsError(
            "is not valid YAML: it names a character that doesn't exist", file
        ) from None
    documents = (Field(file, node) for node in nodes)
    return tuple(document for document in documents if not document.is_null)


def _text(file: Path, place: Place) -> str:
    try:
        return read_whole(file, MOST_BYTES).decode("utf-8-sig")
    except OSError as error:
        if error.errno == errno.EFBIG:
            problem = f"has more than {MOST_BYTES:,} bytes; use a file that holds only the cluster"
            raise SettingsError(problem, file) from None
        raise place.error(f"{file} can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SettingsError("is not UTF-8 text", file) from None


def _syntax_error(file: Path, error: yaml.MarkedYAMLError, text: str) -> SettingsError:
    mark = error.problem_mark or error.context_mark
    at = f"{mark.line + 1}:{mark.column + 1}" if mark else ""
    hint = "; render the template first" if "{{" in text else ""
    return SettingsError(f"is not valid YAML: {error.problem or error.context}{hint}", file, at)
