"""Modules of a folder, imported without a trace in `sys.path` and `sys.modules`."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from daft_lint.rule_parts.folder_modules import FolderModules


@pytest.fixture
def before() -> tuple[object, ...]:
    return list(sys.path), list(sys.meta_path), set(sys.modules)


def write(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        file = folder / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


def test_a_module_is_imported_and_leaves_nothing_behind(
    tmp_path: Path, before: tuple[object, ...]
) -> None:
    folder = FolderModules(write(tmp_path, house__colours="RED = 1"))
    assert folder.load("house.colours").RED == 1
    assert (sys.path, sys.meta_path, set(sys.modules)) == before


def test_two_folders_may_have_modules_of_one_name(tmp_path: Path) -> None:
    first = FolderModules(
        write(tmp_path / "a", house__one="from house.two import X", house__two="X = 'a'")
    )
    second = FolderModules(
        write(tmp_path / "b", house__one="from house.two import X", house__two="X = 'b'")
    )
    assert (first.load("house.one").X, second.load("house.one").X) == ("a", "b")
    assert first.load("house.one") is first.load("house.one")


def test_what_is_imported_late_is_found_too(tmp_path: Path) -> None:
    text = "def late():\n    from house.two import X\n    import other\n    yield X, other.Y\n"
    folders = [
        FolderModules(
            write(
                tmp_path / name, house__one=text, house__two=f"X = '{name}'", other=f"Y = '{name}'"
            )
        )
        for name in "ab"
    ]
    late = [folder.calling(folder.load("house.one").late) for folder in folders]
    assert [function() for function in (*late, *late)] == [(("a", "a"),), (("b", "b"),)] * 2
    assert "house.two" not in sys.modules
    assert "other" not in sys.modules


def test_a_folder_shadows_nothing_but_what_is_named(tmp_path: Path) -> None:
    folder = FolderModules(
        write(
            tmp_path,
            house="import json\nimport colorsys\nimport daft_lint",
            json="",
            colorsys="",
            daft_lint="",
        )
    )
    sys.modules.pop("colorsys", None)
    house = folder.load("house")
    places = [
        Path(str(module.__file__)) for module in (house.json, house.colorsys, house.daft_lint)
    ]
    assert not any(place.is_relative_to(tmp_path) for place in places)


def test_a_loaded_module_of_the_same_name_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import colorsys

    folder = FolderModules(write(tmp_path, colorsys="OURS = True"))
    assert folder.load("colorsys").OURS
    assert sys.modules["colorsys"] is colorsys


def test_an_error_leaves_nothing_behind(tmp_path: Path, before: tuple[object, ...]) -> None:
    folder = FolderModules(write(tmp_path, house__one="import house.two\n1 / 0", house__two=""))
    with pytest.raises(ZeroDivisionError):
        folder.load("house.one")
    assert (sys.path, sys.meta_path, set(sys.modules)) == before


def test_installed_modules_are_found(tmp_path: Path) -> None:
    import json

    assert FolderModules(tmp_path).load("json") is json


def test_calls_may_lie_within_one_another(tmp_path: Path) -> None:
    folder = FolderModules(write(tmp_path, house="def one():\n    yield 1\n"))
    calling = folder.calling(folder.load("house").one)
    assert folder.calling(lambda: calling())() == (1,)


def test_what_is_printed_never_mixes_with_results(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "print('imported')\ndef one():\n    print('called')\n    yield 1\n"
    folder = FolderModules(write(tmp_path, house=text))
    folder.calling(folder.load("house").one)()
    assert capsys.readouterr() == ("", "imported\ncalled\n")
