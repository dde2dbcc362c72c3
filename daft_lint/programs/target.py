"""The target of a run, as a user names it: a script, or a function of a module."""

from __future__ import annotations

from pathlib import Path

from daft_lint.documents.file_status import is_file


def is_function(target: str) -> bool:
    """Whether a target is `package.module:function` and no script."""
    module, colon, function = target.partition(":")
    parts = [*module.split("."), *function.split(".")]
    return bool(colon) and all(part.isidentifier() for part in parts)


class ProgramError(Exception):
    """A program can't be run. The text is one line for a person."""


def require_target(target: str) -> None:
    """Check that a target is a function, or that there is such a script.

    Raises:
        ProgramError: it is neither.
    """
    path = Path(target)
    if is_function(target) or is_file(path):
        return
    try:
        path.stat()
    except PermissionError as error:
        raise ProgramError(f"{target}: can't be read: {error.strerror}") from None
    except (OSError, ValueError):
        pass
    raise ProgramError(
        f"there is no script {target}: give the path of one, or package.module:function"
    )
