"""The promises about the code itself: style, types, layers, current docs, the wheel."""

import importlib.util
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*command: str, folder: Path = ROOT) -> str:
    """Run the test environment's Python in a folder; fail with what it printed.

    `-c` code imports from that folder first.
    """
    result = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built of a copy: where the checkout is installed meanwhile, both would write to `build`."""
    folder, sources = tmp_path_factory.mktemp("wheel"), tmp_path_factory.mktemp("sources")
    for name in ("daft_lint", "rules"):
        shutil.copytree(ROOT / name, sources / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    run("-m", "build", "--wheel", "--outdir", str(folder), folder=sources)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel's packages in it, as pip would lay them out."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",)],
    ids=["lint", "format", "types"],
)
def test_the_code_is_clean(command: tuple[str, ...]) -> None:
    run("-m", *command)


def test_the_wheel_installs_nothing_but_daft_lint(installed: Path) -> None:
    packages = {path.name for path in installed.iterdir() if not path.name.endswith(".dist-info")}
    assert packages == {"daft_lint"}
    assert (installed / "daft_lint" / "py.typed").exists()
    assert (installed / "daft_lint" / "rules" / "missing_repartition.py").exists()


def test_the_wheel_holds_every_module_of_the_repository(installed: Path) -> None:
    folders = {ROOT / "daft_lint": "daft_lint", ROOT / "rules": "daft_lint/rules"}
    for folder, package in folders.items():
        for module in folder.rglob("*.py"):
            assert (installed / package / module.relative_to(folder)).exists(), module


def test_the_layers_hold_in_the_wheel(installed: Path) -> None:
    """In the wheel `daft_lint.rules` is an ordinary package, so its imports are seen too."""
    code = "from importlinter.cli import lint_imports_command as lint; lint()"
    run("-c", code, "--config", str(ROOT / "pyproject.toml"), "--no-cache", folder=installed)


def test_the_wheel_finds_its_rules(installed: Path) -> None:
    code = "from daft_lint import registry; print(registry.__file__, len(registry.all_rules()))"
    place, count = run("-c", code, folder=installed).split()
    assert place.startswith(str(installed))
    assert int(count) >= 12


def test_generated_docs_are_current(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    specification = importlib.util.spec_from_file_location("generate", ROOT / "docs/generate.py")
    assert specification is not None
    assert specification.loader is not None
    generate = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(generate)
    made = generate.pages()
    stale = [
        path.name
        for path, text in made.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    assert not stale, "run make update"
    assert set((ROOT / "docs/rules").glob("*.md")) <= set(made)


def test_the_docs_build_without_warnings(tmp_path: Path) -> None:
    run("-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path))
    assert (tmp_path / "rules" / "missing-repartition" / "index.html").exists()


def test_linting_imports_neither_daft_nor_ray_nor_more_than_it_needs(tmp_path: Path) -> None:
    code = (
        "import sys; from daft_lint.cli import main\n"
        'try: main(["check", "examples", "--output-format=json", "--output-file", sys.argv[1]])\n'
        "except SystemExit as end: assert end.code == 1, end.code\n"
        "assert 'libcst' in sys.modules\n"
        "assert not {'daft', 'ray', 'rich'} & set(sys.modules), sys.modules.keys()"
    )
    run("-c", code, str(tmp_path / "findings.json"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("import os\nprint(os.name)\n", "1 file without Daft"),
        (
            "import daft\n\n@daft.func\ndef f(x: int) -> int:\n    return g(x)\n\n"
            "daft.range(9).select(f(daft.col('id'))).show()\n",
            "1 piece of work",
        ),
    ],
)
def test_files_without_legacy_udfs_are_linted_without_libcst(
    text: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "plain.py").write_text(text)
    code = (
        "import sys; from daft_lint.cli import main\n"
        "try: main(['check', sys.argv[1], '--output-format', 'concise'])\n"
        "except SystemExit as end: assert end.code == 0, end.code\n"
        "assert 'libcst' not in sys.modules"
    )
    assert said in run("-c", code, str(tmp_path))
