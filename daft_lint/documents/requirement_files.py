"""The names of files that tell the versions of a project's packages.

This module is imported at each start, so it imports nothing.
"""

LOCK_FILES = ("uv.lock", "poetry.lock")
"""The newest lock files first: a project that has moved from one to the other may have both."""


def is_requirements(name: str) -> bool:
    """Whether a file of that name holds requirements for pip."""
    return name.startswith("requirements") and name.endswith(".txt")
