"""After any change of a project, a run with the cache reports what one without it does.

Each file of a small project has several forms, also that of not being there. A random walk changes
one or two at a time.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from sampling import draws

from daft_lint import registry
from daft_lint.cli import main

GONE = None
UDF = """\
import daft


@daft.cls(max_concurrency={actors})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size={size})
    def __call__(self, text): ...
"""
LEGACY = """\
import daft


@daft.udf(return_dtype=daft.DataType.string())
def shout(text):
    return [each.upper() for each in text.to_pylist()]
"""
STEPS = """\
from app import config
from app.model import Embed


def embedded(df, parts={default}):
    return df.into_partitions(parts).with_column("e", Embed()(df["text"]))
"""
JOB = """\
import daft
from app.config import ROWS
from app.steps import embedded

df = daft.from_pydict({{"text": ["a"] * ROWS}})
embedded(df{given}).write_parquet("s3://bucket/out"){comment}
"""
CALLER = """\
import daft
from app.steps import embedded

embedded(daft.read_parquet("s3://bucket/in"), {parts}).collect()
"""
TEST = """\
import daft
from app import config, steps
{more}

def test_it():
    {line}
    assert steps.embedded(daft.from_pydict({{"text": ["a"] * 9}}), {parts}).count_rows()
"""
NOTEBOOK = (
    '{{"cells": [{{"cell_type": "code", "metadata": {{}}, "outputs": [], "source": '
    '["import daft\\n", "from app.steps import embedded\\n", '
    '"embedded(daft.read_csv(\'a.csv\'), {parts}).show()"], "execution_count": null}}], '
    '"metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}'
)
RULE = """\
from daft_lint.rule import Problem, rule


@rule("ACME001", "acme")
def acme(case):
    \"\"\"Acme.\"\"\"
    from acme_words import WORD

    yield Problem(span=case.pipeline.action.span, message=WORD, remedy="none", on_ray=False)
"""
CLUSTER = "[tool.daft-lint.cluster]\nworkers = {workers}\ncpus-per-worker = 8\n"

FORMS: Mapping[str, Sequence[str | None]] = {
    "app/__init__.py": ["", "from app.model import Embed\n", GONE],
    "app/config.py": [
        "ROWS = 100\n",
        "ROWS = 7\n",
        "from generated.figures import ROWS\n",
        "# daft-lint: noqa\nROWS = 100\n",
        "ROWS = (\n",
        GONE,
    ],
    "app/config/__init__.py": [GONE, "ROWS = 1_000\n"],
    "config.py": [GONE, "ROWS = 3\n"],
    "app/model.py": [
        UDF.format(actors=8, size=64),
        UDF.format(actors=2, size=1),
        UDF.format(actors=8, size="ROWS").replace(
            "import daft", "import daft\nfrom settings import ROWS"
        ),
        UDF.format(actors=8, size=64).replace("class Embed", "class Embed  # noqa: DFT1"),
        GONE,
    ],
    "settings.py": [GONE, "ROWS = 2_000\n", "ROWS = 16\n"],
    "app/steps.py": [STEPS.format(default=2), STEPS.format(default=64), GONE],
    "app/job.py": [
        JOB.format(given="", comment=""),
        JOB.format(given=", 3", comment="  # noqa: DFT1"),
        JOB.format(given="", comment="  # daft-lint: workers=4"),
        GONE,
    ],
    "caller.py": [GONE, CALLER.format(parts=500), CALLER.format(parts=1)],
    "other.py": [
        "import daft\n\ndaft.read_parquet('a').into_partitions(4).show()\n",
        "import daft, config\n\ndaft.read_parquet('a').into_partitions(config.ROWS).show()\n",
        GONE,
    ],
    "sets.py": [GONE, "from app import config, model\n\nconfig.ROWS = 9\n", "import app.steps\n"],
    "tests/test_job.py": [
        TEST.format(more="", line="pass", parts=2),
        TEST.format(more="", line="config.ROWS = 5", parts=70),
        TEST.format(more="from tests import conftest\n", line="conftest.PARTS = 1", parts=3),
        GONE,
    ],
    "tests/test_more.py": [
        GONE,
        "import daft\nfrom tests.conftest import PARTS\n\n\n"
        "def test_it():\n    daft.read_parquet('a').into_partitions(PARTS).collect()\n",
    ],
    "tests/conftest.py": ["PARTS = 8\n", "PARTS = 80\n", GONE],
    "tests/__init__.py": [GONE, ""],
    "legacy.py": [LEGACY, LEGACY.replace("upper", "lower"), GONE],
    "uses.py": [
        GONE,
        "import daft\nfrom legacy import shout\n\ndaft.sql('select shout(text) from df').show()\n",
        "from legacy import *\n\nstep = shout\n",
        "from legacy import shout\n",
    ],
    "generated/figures.py": ["ROWS = 50\n", "ROWS = 51_000\n", GONE],
    "notebook.ipynb": [GONE, NOTEBOOK.format(parts=5), NOTEBOOK.format(parts=600), "{"],
    "guide.md": [GONE, "```python\nimport daft\nfrom app.steps import embedded\n```\n"],
    "pyproject.toml": [
        "[tool.daft-lint]\nexclude = ['generated/']\n" + CLUSTER.format(workers=2),
        CLUSTER.format(workers=9),
        "[tool.daft-lint]\nexclude = ['app/config.py', 'caller.py']\n",
        "[tool.daft-lint]\nudf-wrappers = [{name = 'app.steps.embedded'}]\n",
        "[tool.daft-lint]\nextend-rules = ['acme']\n",
        GONE,
    ],
    "acme.py": [RULE],
    "acme_words.py": ["WORD = 'one'\n", "WORD = 'a second one'\n"],
    "app/pyproject.toml": [GONE, "[tool.daft-lint]\nmin-severity = 'error'\n"],
    ".gitignore": [GONE, "app/steps.py\n", "settings.py\ncaller.py\n"],
    "daft-lint-facts.toml": [
        GONE,
        '[[sources]]\npath = "s3://bucket/in"\nrows = 1_000\npartitions = 3\n',
    ],
    "uv.lock": [GONE, '[[package]]\nname = "daft"\nversion = "0.6.4"\n'],
    "daft/dataframe/dataframe.py": [GONE, ""],
}
PATHS = (
    (".",),
    (".",),
    ("app/job.py", "other.py"),
    ("tests", "app"),
    ("caller.py",),
    ("legacy.py",),
)


def write(path: str, text: str | None) -> None:
    file = Path(path)
    if text is None:
        file.unlink(missing_ok=True)
        if path == "app/config/__init__.py":
            shutil.rmtree(file.parent, ignore_errors=True)
        return
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def checked(*arguments: str) -> tuple[int, str, str]:
    # Modules with rules are imported once in a process: what counts is the next one.
    registry.forget()
    given = ["check", "--min-confidence=possible", "--output-format=json", "-j1", *arguments]
    result = CliRunner().invoke(main, given)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("seed", range(draws(6)))
def test_a_cached_run_equals_a_fresh_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.delenv("DAFT_LINT_NO_CACHE", raising=False)
    monkeypatch.setenv("DAFT_LINT_CACHE_DIR", str(tmp_path / "cache"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    chosen = random.Random(seed)
    for path, forms in FORMS.items():
        write(path, forms[0])
    for step in range(14):
        changed = chosen.sample(sorted(FORMS), chosen.choice((1, 1, 2)))
        forms = {path: chosen.choice(FORMS[path]) for path in changed}
        for path, text in forms.items():
            write(path, text)
        for paths in {chosen.choice(PATHS), (".",)}:
            there = [path for path in paths if Path(path).exists()] or ["."]
            fresh = checked("--no-cache", *there)
            assert checked(*there) == fresh, (step, forms, there)
            assert checked(*there) == fresh, (step, there)
