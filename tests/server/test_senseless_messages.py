"""A message that makes no sense ends nothing: the server answers the next one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .wire import Wire

TEXT = {"uri": "file:///job.py"}
START, OUTSIDE = {"line": 0, "character": 0}, {"line": -1, "character": 0}
HOVER = "textDocument/hover"


def _hover(text: object, position: object = START) -> dict[str, Any]:
    return {"textDocument": text, "position": position}


def test_senseless_messages_end_nothing(tmp_path: Path) -> None:
    """What makes no sense is unknown, out of place, or not what the protocol says."""
    nul = {"uri": "file:///a%00b.py"}
    opened = {**nul, "languageId": "python", "version": 1, "text": "import daft\n"}
    with Wire(tmp_path) as wire:
        wire.start()
        assert wire.ask("no/such", {})["error"]["code"] == -32601
        for text in (b"{", b"\xff\xfe{}", b"[]", b'"shutdown"'):
            wire.write(b"Content-Length: %d\r\n\r\n%b" % (len(text), text))
        wire.tell("no/such", {})
        wire.tell("textDocument/didChange", {"textDocument": 5})
        wire.send({"jsonrpc": "2.0", "id": 9, "method": HOVER, "params": [TEXT, 1]})
        wire.send({"jsonrpc": "2.0", "id": 8, "method": HOVER, "params": _hover(TEXT, OUTSIDE)})
        wire.send({"jsonrpc": "2.0", "id": "not asked for", "result": {}})
        for sender in (None, "x", 1.5):
            wire.tell("$/cancelRequest", {"id": sender})
        wire.tell("textDocument/didOpen", {"textDocument": opened})
        assert wire.ask(HOVER, _hover(nul))["result"] is None
        assert wire.ask("shutdown", None)["result"] is None
        wire.send({"jsonrpc": "2.0", "method": "exit"})
        assert wire.ended(10)[0] == 0
