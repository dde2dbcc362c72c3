"""Files that several programs share are parsed once, however large those programs are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from daft_lint.documents.document import Document, read_document
from daft_lint.documents.project import ProjectFolder
from daft_lint.reading import trees
from daft_lint.reading.roots import read_own


def test_programs_that_share_more_than_is_kept_at_first_parse_it_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    modules = [tmp_path / f"part{i}.py" for i in range(20)]
    for module in modules:
        module.write_text("import daft\n" + "number = 1\n" * 10)
    imports = "".join(f"import {module.stem}\n" for module in modules)
    programs = [tmp_path / f"program{i}.py" for i in range(3)]
    for program in programs:
        program.write_text(f"import daft\n{imports}")

    parsed: Counter[str] = Counter()
    whole = trees._whole

    def counted(document: Document) -> trees.Tree:
        parsed[document.path] += 1
        return whole(document)

    monkeypatch.setattr(trees, "_whole", counted)
    monkeypatch.setattr(trees, "_MOST_KEPT", 500)
    monkeypatch.setattr(trees, "_KEPT", trees._Kept())
    monkeypatch.chdir(tmp_path)
    project = ProjectFolder(tmp_path)
    for program in programs:
        read_own(read_document(program, program.name), (), project)

    # The first program shows how large they are, when most of it is gone.
    assert all(parsed[module.name] <= 2 for module in modules)
    assert sum(parsed.values()) < 2 * len(modules) + len(programs) + 1


@pytest.mark.parametrize("characters", [100, 10**9])
def test_no_fewer_are_kept_for_small_programs_and_not_all_of_a_huge_one(characters: int) -> None:
    kept = trees._Kept()
    kept.make_room(characters)
    assert trees._MOST_KEPT <= kept.most <= trees._MOST_OF_PROGRAM
