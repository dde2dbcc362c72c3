"""The target of a run, as a user names it: a script, or a function of a module."""

from __future__ import annotations

from pathlib import Path

from daft_lint.documents.file_status import is_file


def is_function(target: str) -> bool:
    """Whether a target is `package.module:function` and no script."""
    module, colon, function = target.partition(":")
    parts = [*module.split("."), *function.split(".")]
    return bool(colon) and all(part.isidentifier() for part in parts)


def hindrance(target: str) -> str | None:
    """Why a target can't be run, in a line; None where it is a function, or a script is there."""
    path = Path(target)
    if is_function(target) or is_file(path):
        return None
    try:
        path.stat()
    except PermissionError as error:
        return f"{target}: can't be read: {error.strerror}"
    except (OSError, ValueError):
        pass
    return f"there is no script {target}: give the path of one, or package.module:function"
