"""Import cycles: names that may have stood for something else on the way."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from daft_lint.modules.import_graph import with_imported

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project


def may_be_seen_early(name: str, module: Document, near: str, project: Project) -> bool:
    """Whether code of the file `near` may find a name of a module before it is bound anew.

    So it may where the module binds it more than once, and its imports lead to that file.
    """
    key = _is_bound_anew, name, module
    is_bound_anew = project.once(key, lambda _: _is_bound_anew(name, module.text))
    return is_bound_anew and near in led_to(module, project)


def _is_bound_anew(name: str, text: str) -> bool:
    """Whether a text seems to bind a name in more than one place."""
    if text.count(name) < 2 and "*" not in text:
        return False
    bound = rf"^(?:[^\n#=(]*\b{name}\b[^\n=(]*=(?!=)|[^\n#]*\bimport\b[^\n]*(?:\b{name}\b|\*))"
    return len(re.findall(bound, text, re.MULTILINE)) > 1


def led_to(module: Document, project: Project) -> frozenset[str]:
    """The paths of the files that imports of a module lead to."""
    return project.once(
        (led_to, module),
        lambda asked: frozenset(document.path for document in with_imported([module], asked)),
    )
