"""The playground in a real browser: what it answers, and how soon."""

from __future__ import annotations

import functools
import http.server
import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HERE = ROOT / "playground"
PROBE = """<!doctype html><iframe id="page" src="index.html" width="1280" height="900"></iframe>
<script>
const inside = () => document.getElementById("page").contentDocument;
const state = () => inside().getElementById("state").textContent;
const answer = () => inside().getElementById("answer").innerText;
const until = async (good) => { while (!good()) await new Promise((done) => setTimeout(done, 20)) };
const typed = async (text) => {
  const code = inside().getElementById("code");
  const before = state();
  code.value = text;
  code.dispatchEvent(new Event("input"));
  await new Promise((done) => setTimeout(done, 200));
  await until(() => state().startsWith("Answered"));
  return { answer: answer(), seconds: Number(state().match(/[0-9.]+/)[0]) };
};
document.getElementById("page").onload = async () => {
  await until(() => inside().querySelector("article"));
  const recorded = { answer: answer(), state: state() };
  await until(() => state().startsWith("Answered"));
  const first = { answer: answer(), state: state(), seconds: performance.now() / 1000 };
  const code = inside().getElementById("code");
  const all = code.value;
  const other = await typed(all.replace('from_glob_path', 'read_csv'));
  const applied = await typed(all);
  inside().querySelector("article button").click();
  await new Promise((done) => setTimeout(done, 200));
  await until(() => state().startsWith("Answered"));
  const fixed = { code: code.value, answer: answer() };
  const broken = await typed("def f(:");
  const none = await typed("print(1)");
  const body = JSON.stringify({ recorded, first, other, applied, fixed, broken, none });
  await fetch("/measured", { method: "POST", body });
};
</script>"""


class _Server(http.server.SimpleHTTPRequestHandler):
    """Serves the playground and a page that uses it, and takes what that page saw."""

    seen: dict[str, Any]
    done: threading.Event

    def do_POST(self) -> None:
        self.seen.update(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()
        self.done.set()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("npm") is None:
        pytest.skip("there is no npm to bring Pyodide")
    folder = tmp_path_factory.mktemp("playground")
    done = subprocess.run(
        [sys.executable, HERE / "build.py", folder], capture_output=True, text=True, check=False
    )
    if "npm" in done.stderr and "CalledProcessError" in done.stderr:
        pytest.skip("npm can't bring Pyodide")
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def seen(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """What the page showed, from its first moment on."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        pytest.skip("there is no Chromium")
    (built / "probe.html").write_text(PROBE, "utf-8")
    seen: dict[str, Any] = {}
    done = threading.Event()
    handler = type("Handler", (_Server,), {"seen": seen, "done": done})
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(handler, directory=str(built))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    profile = tmp_path_factory.mktemp("profile")
    address = f"http://127.0.0.1:{server.server_address[1]}/probe.html"
    options = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run")
    browser = subprocess.Popen(
        [chromium, *options, f"--user-data-dir={profile}", "--remote-debugging-port=0", address],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        assert done.wait(timeout=180)
        yield seen
    finally:
        browser.kill()
        browser.wait()
        server.shutdown()
        server.server_close()


def test_recorded_answers_are_there_before_python_is(seen: dict[str, Any]) -> None:
    assert seen["recorded"]["state"].startswith("Recorded answer")
    assert "DFT101 missing-repartition, line 17" in seen["recorded"]["answer"]


def test_python_in_the_browser_answers_as_recorded(seen: dict[str, Any]) -> None:
    assert seen["first"]["state"].startswith("Answered")
    assert seen["first"]["answer"] == seen["recorded"]["answer"]


def test_other_code_gets_another_answer(seen: dict[str, Any]) -> None:
    assert "missing-repartition" not in seen["other"]["answer"]
    assert seen["applied"]["answer"] == seen["first"]["answer"]
    assert "No work to judge" in seen["none"]["answer"]
    assert "syntax-error" in seen["broken"]["answer"]


def test_a_remedy_is_applied_and_helps(seen: dict[str, Any]) -> None:
    assert ".into_partitions(8)" in seen["fixed"]["code"]
    assert "missing-repartition" not in seen["fixed"]["answer"]
