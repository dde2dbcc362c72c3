"""Projects that somebody made to hurt who lints them: links, bombs, odd files."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

IDLE = """\
import daft


@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text):
        return text


df = daft.from_pydict({"text": ["a"] * 640})
df = df.repartition(64).into_partitions(24)
df.with_column("embedding", Embed()(df["text"])).write_parquet("out/")
"""
"""A program with findings, some of which can be fixed."""

Build = Callable[[Path, Path], None]
SETTINGS = "[tool.daft-lint]\n"
# What is read besides the files that are named: by its place in the project.
READ = ("pyproject.toml", ".gitignore", "uv.lock", "requirements.txt", ".git", "cluster.yaml")


def _files(**texts: str) -> Build:
    """A project of files, by their names with `__` for the dot."""

    def build(project: Path, outside: Path) -> None:
        (project / "pyproject.toml").write_text(f'{SETTINGS}extend-include = ["*.ipynb", "*.md"]\n')
        for name, text in texts.items():
            (project / name.replace("__", ".")).write_text(text, "utf-8")

    return build


def _job(expression: str) -> Build:
    """A program with an expression where a number of partitions belongs."""
    text = IDLE.replace("into_partitions(24)", f"into_partitions({expression})")
    return _files(job__py=text)


def _settings(text: str) -> Build:
    return _files(job__py=IDLE, pyproject__toml=f"{SETTINGS}{text}\n")


def _link(name: str, target: str) -> Build:
    """A link in the place of a file; `OUTSIDE` is the folder that nobody may touch."""

    def build(project: Path, outside: Path) -> None:
        (project / "job.py").write_text(IDLE)
        place = project / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.unlink(missing_ok=True)
        place.symlink_to(target.replace("OUTSIDE", str(outside)))
        if name != "pyproject.toml":
            (project / "pyproject.toml").write_text(f'{SETTINGS}cluster-file = "cluster.yaml"\n')

    return build


def _notebook(*sources: object, **other: object) -> Build:
    cells = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": source, "id": str(number)}
        for number, source in enumerate(sources)
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **other}
    return _files(job__ipynb=json.dumps(document))


def _deep_folders(project: Path, outside: Path) -> None:
    folder = project
    for _ in range(400):
        folder /= "deep"
        folder.mkdir()
    (folder / "job.py").write_text(IDLE)


def _many_modules(project: Path, outside: Path) -> None:
    for number in range(600):
        text = f"from m{(number + 1) % 600} import *\nfrom m{(number * 7) % 600} import x{number}\n"
        (project / f"m{number}.py").write_text(f"import daft\n{text}x{number + 1} = x{number}\n")
    (project / "job.py").write_text(f"from m0 import *\n{IDLE.replace('24', 'x1')}")


def _requirements_in_a_circle(project: Path, outside: Path) -> None:
    (project / "job.py").write_text(IDLE)
    for name, other in (("requirements.txt", "a.txt"), ("a.txt", "requirements.txt")):
        (project / name).write_text(f"-r {other}\n" * 1_000 + "daft==0.7.0\n")


def _huge_sparse_file(project: Path, outside: Path) -> None:
    (project / "job.py").write_text(IDLE)
    for name in ("big.py", "big.ipynb", "big.md"):
        with (project / name).open("wb") as file:
            file.write(b"import daft\n")
            file.truncate(2 * 10**9)


def _shared_folder(project: Path, outside: Path) -> None:
    """Links that lead to folders above and beside: there are two to the n ways to the files."""
    (project / "job.py").write_text(IDLE)
    for number in range(30):
        folder = project / f"f{number}"
        folder.mkdir()
        for name in ("a", "b"):
            (folder / name).symlink_to(f"../f{number + 1}")


_LAUGHS = "a0: &a0 {CPU: 4}\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 30)
)
_BRANCHES = "".join(f"    if FLAGS[{n}]:\n        parts += {n}\n" for n in range(200))

LINKS: Mapping[str, Build] = {
    **{
        f"{name} is a link to {target}": _link(name, target)
        for name in (*READ, "other.py", "other.ipynb", "other.md", "base.json")
        for target in ("OUTSIDE/thesis.py", "/dev/zero", "/dev/tty", "/proc/self/mem", "gone")
    },
    **{
        f"{name} is a link to itself": _link(name, Path(name).name)
        for name in (*READ, "other.py", "folder", "base.json", "report.txt")
    },
    "a folder is a link to the outside": _link("folder", "OUTSIDE"),
    "a folder is a link to the root": _link("folder", "/proc"),
    "a report is a link to the outside": _link("report.txt", "OUTSIDE/thesis.txt"),
    "a baseline is a link to the outside": _link("base.json", "OUTSIDE/thesis.txt"),
    "links to two folders each": _shared_folder,
}

VALUES: Mapping[str, Build] = {
    f"the value {text[:40]}": _job(text)
    for text in (
        "9**9**9**9",
        "1 << 10**12",
        "2.0**99999",
        "-(10**400) // 3",
        "10**400 / 3",
        "len('a' * 10**12)",
        "len([0] * 10**12)",
        "len(range(10**40))",
        "len(list(range(10**11)))",
        "sum(range(10**11))",
        "len(f'{1:>{10**11}}')",
        "len('%10000000000d' % 1)",
        "len('{:>{}}'.format(1, 10**11))",
        "len('a'.zfill(10**11) + 'a'.ljust(10**11) + '\\t'.expandtabs(10**10))",
        "len('ab'.replace('', 'x' * 10**8) * 10**8)",
        "len(bytes(10**12))",
        "len([1 for a in range(10**6) for b in range(10**6)])",
        "len({x: [x] * 10**9 for x in range(10**9)})",
        "int('9' * 5000)",
        "int('f' * 10**8, 16)",
        f"{'9' * 5000}",
        f"0x{'f' * 100_000}",
        f"{'9' * 400}.0e{'9' * 400}",
        "round(10**5000, -4999)",
        "pow(10, 10**9, 7) + pow(10, 10**9)",
        "__import__('math').factorial(10**8)",
        "(lambda f: f(f))(lambda f: f(f))",
        "hash(10**10**8) % 7",
        "max(range(10**12))",
        "sorted(range(10**9))[0]",
        "eval('9**9**9')",
        "'a' * 10**12 < 'b'",
        "float('1' * 10**6)",
        "divmod(10**10**7, 3)[0]",
    )
}


def _text(text: str) -> Build:
    return _files(job__py=f"import daft\n{text}\n{IDLE}")


BOMBS: Mapping[str, Build] = {
    **VALUES,
    **{
        f"100,000 times {opening}": _text(f"x = {opening * 100_000}1{closing * 100_000}")
        for opening, closing in (
            ("(", ")"),
            ("[", "]"),
            ("{0:", "}"),
            ("f(", ")"),
            ("not ", ""),
            ("-", ""),
            ("lambda: ", ""),
            ("1 if 1 else ", ""),
            ("1 + ", ""),
            ("1 < ", ""),
            ("a.", ""),
            ("'a' ", ""),
            ("'", ""),
            ("f'{", ""),
            ("\\\n", ""),
            ("await ", ""),
        )
    },
    "a chain of 20,000 calls": _text(f"df = daft.range(9){'.limit(5)' * 20_000}\ndf.show()"),
    "2,000 calls in lines": _text("df = daft.range(9)\n" + "df = df.limit(5)\n" * 2_000),
    "90 blocks in blocks": _text("".join(f"{' ' * n}if a:\n" for n in range(90)) + " " * 90 + "b"),
    "a line of 20 MB": _text(f"x = '{'a' * 20_000_000}'"),
    "a comment of 20 MB": _text(f"# {'daft ' * 4_000_000}"),
    "a literal of 300,000 texts": _text(f"x = [{'1, ' * 300_000}]"),
    "5,000 functions with UDFs": _text(
        "".join(
            f"@daft.func\ndef f{n}(x: int) -> int:\n    return x + {n}\n\n" for n in range(5_000)
        )
    ),
    "400 pipelines": _files(
        job__py="import daft\n" + "".join(IDLE.replace("Embed", f"E{n}") for n in range(400))
    ),
    "200 branches in a row": _files(
        job__py=IDLE.replace(
            "df = df.rep",
            f"def made(FLAGS, parts=1):\n{_BRANCHES}    return parts\n\n\nimport sys\ndf = df.rep",
        ).replace("24", "made(sys.argv)")
    ),
    "functions that call one another": _files(
        job__py="".join(
            f"def f{n}(x):\n    return f{n + 1}(x) + f{n + 2}(x) + f{(n * 3) % 60}(x)\n\n"
            for n in range(60)
        )
        + IDLE.replace("24", "f0(1)")
    ),
    "classes that inherit in every order": _files(
        job__py="class C0: pass\n"
        + "".join(f"class C{n}({', '.join(f'C{m}' for m in range(n))}): pass\n" for n in range(150))
        + IDLE.replace("24", "C99().parts")
    ),
    "100,000 comments that silence": _text("x = 1  # noqa: DFT101\n" * 100_000),
    "50,000 comments with hints": _text("# daft-lint: rows=5, partitions=3\n" * 50_000),
    "a comment of 100,000 brackets": _text(f"# daft-lint: ignore{'[' * 100_000}"),
    "a hint of 100,000 digits": _text(f"# daft-lint: rows={'9' * 100_000}"),
    "a hint of 100,000 keys": _text(f"# daft-lint: {', '.join(['rows=1'] * 100_000)}"),
    "carriage returns": _text("x = 1\r" * 300_000),
    "form feeds and NELs": _text("'\x0c\x85\u2028'\n" * 50_000),
    "modules that import one another": _many_modules,
    "folders 400 deep": _deep_folders,
    "files of 2 GB": _huge_sparse_file,
    "requirements in a circle": _requirements_in_a_circle,
    "a notebook with a cell of 10 MB": _notebook(IDLE, f"x = '{'a' * 10_000_000}'"),
    "a notebook with 20,000 cells": _notebook(IDLE, *["x = 1"] * 20_000),
    "a notebook with 100,000 lines of a cell": _notebook(IDLE, ["x = 1\n"] * 100_000),
    "a notebook that is nested deeply": _files(job__ipynb="[" * 200_000),
    "a notebook nested in its cells": _files(
        job__ipynb='{"nbformat": 4, "cells": [{"cell_type": "code", "source": '
        + '["' * 90_000
        + "import daft"
        + '"]' * 90_000
        + "}]}"
    ),
    "a notebook with numbers of 100,000 digits": _files(
        job__ipynb=f'{{"cells": [], "nbformat": {"9" * 100_000}, "daft": 1e{"9" * 9_000}}}'
    ),
    "a notebook with 100,000 magics": _notebook(IDLE, "%%time\n" + "!ls {x}\n" * 100_000),
    "Markdown of 100,000 fences": _files(job__md="```python\nimport daft\n" * 100_000),
    "Markdown of 100,000 quotes": _files(job__md="> " * 100_000 + "```python\nimport daft\n"),
    "Markdown of 100,000 list items": _files(
        job__md="".join(f"{' ' * (n % 500)}- ```python\n" for n in range(100_000)) + "import daft"
    ),
    "Markdown of 5 MB of backquotes": _files(job__md="`" * 5_000_000 + "python\nimport daft\n"),
    "20,000 patterns to ignore": _files(
        job__py=IDLE, __gitignore="".join(f"**/a{n}*/**/b?[0-9]\n!c{n}\n" for n in range(20_000))
    ),
    "a pattern of 100,000 brackets": _files(job__py=IDLE, __gitignore="[" * 100_000 + "\n"),
    "a pattern of 100,000 wildcards": _files(job__py=IDLE, __gitignore="*?" * 50_000 + "x\n"),
    "20,000 patterns to exclude": _settings(
        f"exclude = [{','.join(f'''{chr(34)}**/a{n}*{chr(34)}''' for n in range(20_000))}]"
    ),
    "50,000 selectors": _settings(
        f"select = [{','.join(f'{chr(34)}DFT{n}{chr(34)}' for n in range(50_000))}]"
    ),
    "20,000 patterns with rules": _settings(
        "per-file-ignores = {" + ",".join(f'"a{n}*" = ["DFT101"]' for n in range(20_000)) + "}"
    ),
    "20,000 sources": _settings(
        "\n".join(f'[[tool.daft-lint.sources]]\npath = "a{n}*"\nrows = {n}' for n in range(20_000))
    ),
    "settings that are nested deeply": _settings(f"select = {'[' * 100_000}"),
    "settings in deep tables": _settings(f"[{'a.' * 35_000}b]\nx = 1"),
    "settings with a number of 100,000 digits": _settings(f"jobs = {'9' * 100_000}"),
    "settings that extend themselves": _settings('extend = "pyproject.toml"'),
    "settings that extend a device": _settings('extend = "/dev/zero"'),
    "a cluster file of billions of laughs": _files(
        job__py=IDLE,
        pyproject__toml=f'{SETTINGS}cluster-file = "cluster.yaml"\n',
        cluster__yaml=f"{_LAUGHS}available_node_types: {{w: {{resources: *a0, x: *a29}}}}\n"
        "head_node_type: w\n",
    ),
    "a cluster file of laughing workers": _files(
        job__py=IDLE,
        pyproject__toml=f'{SETTINGS}cluster-file = "cluster.yaml"\n',
        cluster__yaml=f"{_LAUGHS}kind: RayCluster\nspec: {{workerGroupSpecs: *a29}}\n",
    ),
    "a cluster file that is nested deeply": _files(
        job__py=IDLE,
        pyproject__toml=f'{SETTINGS}cluster-file = "cluster.yaml"\n',
        cluster__yaml="[" * 50_000,
    ),
    "a cluster of 10**18 workers": _settings(
        f"[tool.daft-lint.cluster]\nworkers = {10**18}\ncpus-per-worker = {10**18}"
    ),
    "a million actors": _files(job__py=IDLE.replace("=4)", "=1_000_000)").replace("24", "10**9")),
    "10**18 rows": _files(
        job__py=IDLE.replace("640", "10**18").replace("=64)", "=1)").replace("(24)", "(10**12)")
    ),
    "a lock file of 20 MB": _files(
        job__py=IDLE,
        uv__lock="".join(f'[[package]]\nname = "p{n}"\nversion = "1"\n' for n in range(400_000)),
    ),
}

PROJECTS: Mapping[str, Build] = {**LINKS, **BOMBS}


def build(name: str, project: Path, outside: Path) -> None:
    """Make a project, beside a folder that is none of it."""
    project.mkdir()
    outside.mkdir()
    (outside / "thesis.txt").write_text("years of work")
    (outside / "thesis.py").write_text(IDLE)
    os.chmod(outside / "thesis.py", 0o644)  # noqa: PTH101
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(10_000)
    try:
        PROJECTS[name](project, outside)
    finally:
        sys.setrecursionlimit(limit)
