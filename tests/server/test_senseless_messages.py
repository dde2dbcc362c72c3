"""A request that makes no sense gets an error, and the server goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .editor import TWICE
from .wire import Wire

TEXT = {"uri": "file:///job.py"}
RANGE = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
HOVER, ACTION = "textDocument/hover", "textDocument/codeAction"
PULL, RESOLVE = "textDocument/diagnostic", "codeAction/resolve"


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    with Wire(tmp_path_factory.mktemp("project")) as wire:
        wire.start()
        yield wire


def _range(line: object) -> dict[str, Any]:
    return {"textDocument": TEXT, "range": {**RANGE, "end": {"line": line, "character": 0}}}


@pytest.mark.parametrize(
    ("method", "params", "named"),
    [
        (HOVER, {"textDocument": TEXT, "position": {"line": -1, "character": 0}}, "position"),
        (HOVER, {"textDocument": TEXT, "position": {"line": 0, "character": -1}}, "position"),
        (HOVER, {"textDocument": TEXT, "position": {"line": "1", "character": 0}}, "line"),
        (HOVER, {"textDocument": TEXT, "position": {"line": 1.5, "character": 0}}, "line"),
        (HOVER, {"textDocument": TEXT, "position": {"line": 2**31, "character": 0}}, "position"),
        (HOVER, {"textDocument": {"uri": 7}, "position": RANGE["start"]}, "uri"),
        (HOVER, {"textDocument": TEXT}, "position"),
        (HOVER, [TEXT, 1], "params"),
        (HOVER, None, "params"),
        (ACTION, {"textDocument": TEXT, "context": {"diagnostics": []}}, "range"),
        (ACTION, {"textDocument": TEXT, "range": RANGE}, "context"),
        (ACTION, {**_range(-1), "context": {"diagnostics": []}}, "range"),
        (ACTION, {**_range(0), "context": {"diagnostics": {}}}, "diagnostics"),
        (ACTION, {**_range(0), "context": {"diagnostics": [{"range": RANGE}]}}, "message"),
        (ACTION, {**_range(0), "context": {"diagnostics": [], "only": "quickfix"}}, "only"),
        (RESOLVE, {"title": None}, "title"),
        (RESOLVE, {}, "title"),
        ("workspace/executeCommand", {"command": ["rm"]}, "command"),
        ("workspace/executeCommand", {"command": "x", "arguments": "y"}, "arguments"),
    ],
)
def test_bad_parameters_are_refused(wire: Wire, method: str, params: object, named: str) -> None:
    error = wire.ask(method, params)["error"]
    assert error["code"] == -32602
    assert method in error["message"]
    assert named in error["message"]
    assert wire.ask(HOVER, {"textDocument": TEXT, "position": RANGE["start"]})["result"] is None


def test_bad_parameters_of_a_pull_are_refused(tmp_path: Path) -> None:
    refreshing = {"workspace": {"diagnostics": {"refreshSupport": True}}}
    with Wire(tmp_path) as wire:
        capabilities = {**refreshing, "textDocument": {"diagnostic": {}}}
        wire.ask("initialize", {"processId": None, "rootUri": None, "capabilities": capabilities})
        assert wire.ask(PULL, {"textDocument": TEXT})["result"]["items"] == []
        for params in ({}, {"textDocument": 5}, {"textDocument": TEXT, "identifier": 5}):
            assert wire.ask(PULL, params)["error"]["code"] == -32602


@pytest.mark.parametrize(
    ("message", "code", "sender"),
    [
        ({"jsonrpc": "2.0", "id": "a", "method": "no/such", "params": {}}, -32601, "a"),
        ({"jsonrpc": "2.0", "id": "b", "method": "no/such"}, -32601, "b"),
        ({"jsonrpc": "2.0", "id": "c", "method": HOVER}, -32602, "c"),
        ({"jsonrpc": "1.0", "id": "d", "method": HOVER}, -32600, None),
        ({"jsonrpc": "2.0", "id": {}, "method": HOVER}, -32600, None),
        ({"jsonrpc": "2.0", "id": 5, "method": 5}, -32600, None),
        ({"jsonrpc": "2.0"}, -32600, None),
        ([], -32600, None),
        ("shutdown", -32600, None),
    ],
)
def test_what_is_no_request_is_refused(
    wire: Wire, message: object, code: int, sender: str | None
) -> None:
    wire.send(message)
    answer = wire.read()
    assert (answer["error"]["code"], answer["id"]) == (code, sender)


@pytest.mark.parametrize("text", [b"{", b"\xff\xfe{}", b"[" * 100_000, b"9" * 5_000 + b"{", b""])
def test_what_is_no_json_is_refused(wire: Wire, text: bytes) -> None:
    wire.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
    answer = wire.read()
    assert (answer["error"]["code"], answer["id"]) == (-32700, None)


def test_a_bad_notification_is_logged_and_changes_nothing(wire: Wire, tmp_path: Path) -> None:
    uri = (tmp_path / "job.py").as_uri()
    item = {"uri": uri, "languageId": "python", "version": 1, "text": TWICE}
    wire.tell("textDocument/didOpen", {"textDocument": item})
    assert len(wire.read()["params"]["diagnostics"]) > 0
    start, end = {"line": -1, "character": 0}, {"line": 2, "character": 0}
    changes = [{"range": {"start": start, "end": end}, "text": ""}]
    document = {"uri": uri, "version": 2}
    wire.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
    answer = wire.read()
    assert answer["method"] == "window/logMessage"
    assert "textDocument/didChange" in answer["params"]["message"]
    wire.tell("no/such", {})
    wire.send({"jsonrpc": "2.0", "id": "nobody asked", "result": {}})
    shown = wire.ask(HOVER, {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 9}})
    assert shown["result"] is not None


def test_requests_have_their_time(tmp_path: Path) -> None:
    with Wire(tmp_path) as wire:
        hover = {"textDocument": TEXT, "position": RANGE["start"]}
        wire.tell("textDocument/didOpen", {"textDocument": {**TEXT, "text": ""}})
        assert wire.ask(HOVER, hover)["error"]["code"] == -32002
        wire.start()
        assert wire.ask(HOVER, hover)["result"] is None
        assert wire.ask("shutdown", None)["result"] is None
        assert wire.ask(HOVER, hover)["error"]["code"] == -32600
        wire.send({"jsonrpc": "2.0", "method": "exit"})
        assert wire.ended(10)[:2] == (0, "")


@pytest.mark.parametrize(
    ("sent", "named"),
    [
        (b"Content-Length: 70000000000\r\n\r\n{}", "70000000000 bytes is too long"),
        (b"Content-Length: " + b"9" * 900 + b"\r\n\r\n{}", "is too long"),
        (b"Content-Length: -1\r\n\r\n{}", "'-1' isn't a Content-Length"),
        (b"Content-Length: two\r\n\r\n{}", "'two' isn't a Content-Length"),
        (b"Content-Type: x\r\n\r\n{}", "no Content-Length"),
        (b"\r\n\r\n", "no Content-Length"),
        (b"GET / HTTP/1.1\r\n\r\n", "'GET / HTTP/1.1' isn't a message header"),
        (b"\x1b[2J\xff\x00\r\n", "isn't a message header"),
        (b"x" * 5_000, "isn't a message header"),
        (b"a: b\r\n" * 100, "more than 16 headers"),
    ],
)
def test_a_stream_that_makes_no_sense_ends_the_server(
    tmp_path: Path, sent: bytes, named: str
) -> None:
    with Wire(tmp_path) as wire:
        wire.start()
        wire.write(sent)
        code, errors, _ = wire.ended(10)
        assert code == 1
        (line,) = errors.splitlines()
        assert line.startswith("daft-lint: the editor's messages can't be read: ")
        assert named in line
        assert line.isascii()
        assert line.isprintable()


def test_other_headers_and_ways_to_write_them_are_read(tmp_path: Path) -> None:
    with Wire(tmp_path) as wire:
        body = b'{"jsonrpc": "2.0", "id": 1, "method": "shutdown"}'
        head = b"content-type: application/json; charset=utf-8\r\ncontent-length:%d\r\n\r\n"
        wire.write(head % len(body) + body)
        assert wire.read()["result"] is None


def test_a_cancel_of_no_request_and_a_file_with_a_nul_end_nothing(tmp_path: Path) -> None:
    text = {"uri": "file:///a%00b.py"}
    opened = {**text, "languageId": "python", "version": 1, "text": "import daft\n"}
    with Wire(tmp_path) as wire:
        wire.start()
        for sender in ([1], {"a": 1}, None, True, 1.5):
            wire.tell("$/cancelRequest", {"id": sender})
        wire.tell("textDocument/didOpen", {"textDocument": opened})
        answer = wire.ask(HOVER, {"textDocument": text, "position": RANGE["start"]})
        assert answer["result"] is None
