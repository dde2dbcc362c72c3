#!/usr/bin/env bash
# Daft 0.7.26: a relative glob that begins with a star finds nothing, or not all, where ./ in front finds them.
#
# Guess: "*.csv" and "./*.csv" name the same files, as in a shell, glob.glob and DuckDB, and "**" goes to any depth.
# Seen (2026-11-30), native runner: files a.csv, s/b.csv, s/t/c.csv and s/t/u/d.csv below the working folder:
#   glob             Daft                                     glob.glob(recursive=True)    with ./ in front, Daft
#   *.csv            FileNotFoundError: no matches            a                            a
#   ?.csv            FileNotFoundError                        a                            a
#   **/*.csv         a, b                                     a, b, c, d                   a, b, c, d
#   s/**/*.csv       b, c, d                                  b, c, d                      b, c, d
# Why: where no folder stands in front of the first star, the walk begins in "" and not in the working folder.
#   **/*.csv is the worse one: it raises nothing and leaves out what lies two folders deep or deeper.
# What helps: "./" or an absolute path in front.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 duckdb==2.0.1)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

mkdir -p files/s/t/u
for name in a s/b s/t/c s/t/u/d; do printf 'name\n%s\n' "${name##*/}" >"files/$name.csv"; done
cd files
cat >../program.py <<'PYTHON'
import glob
from pathlib import Path

import daft
import duckdb

GLOBS = ["*.csv", "?.csv", "**/*.csv", "s/**/*.csv"]


def in_daft(pattern):
    try:
        return "".join(sorted(daft.read_csv(pattern).to_pydict()["name"]))
    except Exception as error:
        return type(error).__name__


def in_duckdb(pattern):
    rows = duckdb.sql(f"select name from read_csv('{pattern}', header=true)").fetchall()
    return "".join(sorted(name for (name,) in rows))


seen = {
    pattern: (
        in_daft(pattern),
        "".join(sorted(Path(file).stem for file in glob.glob(pattern, recursive=True))),
        in_duckdb(pattern),
        in_daft(f"./{pattern}"),
    )
    for pattern in GLOBS
}
expected = {
    "*.csv": ("FileNotFoundError", "a", "a", "a"),
    "?.csv": ("FileNotFoundError", "a", "a", "a"),
    "**/*.csv": ("ab", "abcd", "abcd", "abcd"),
    "s/**/*.csv": ("bcd", "bcd", "bcd", "bcd"),
}
for pattern, results in seen.items():
    print(pattern, *results)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
../venv/bin/python ../program.py
