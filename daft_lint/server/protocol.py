"""The protocol, where pygls leaves it open: each request gets an answer, a senseless one too."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from typing import Any, get_args, get_origin

from cattrs import Converter, transform_error
from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

_AT_ANY_TIME = (types.INITIALIZE, types.SHUTDOWN, types.EXIT)


class Protocol(LanguageServerProtocol):
    """The protocol, but for the texts that change: a session keeps them.

    pygls ends lines where Python does, at a form feed too, and no editor does so.
    """

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...], None]]:
        """Leave it to the feature."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> Iterator[tuple[Callable[..., Any], tuple[Any, ...], None]]:
        """Leave it to the feature."""
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CHANGE], (params,), None

    def received(self, text: bytes) -> None:
        """Do what a message asks for, or answer what is wrong with it.

        Notifications have no answer. Those that make no sense go to the editor's log; unknown ones,
        and those before or after the session, are ignored.
        """
        try:
            message = json.loads(text)
        except (ValueError, RecursionError) as error:
            self._refuse(None, JsonRpcParseError.of(error))
            return
        if not _is_message(message):
            self._refuse(None, JsonRpcInvalidRequest("not a JSON-RPC 2.0 message"))
        elif "method" not in message:
            with suppress(JsonRpcException):
                self.handle_message(self.structure_message(message))
        else:
            try:
                self.handle_message(self._called(message))
            except JsonRpcException as error:
                if "id" in message:
                    self._refuse(message["id"], error)
                elif isinstance(error, JsonRpcInvalidParams):
                    log = types.LogMessageParams(types.MessageType.Warning, error.message)
                    self._server.window_log_message(log)

    def _called(self, message: dict[str, Any]) -> Any:
        """A request or notification as pygls takes it.

        Raises:
            JsonRpcException: when it makes no sense, or not now.
        """
        method = message["method"]
        if self._shutdown and method != types.EXIT:
            raise JsonRpcInvalidRequest(f"{method} after shutdown")
        if self._workspace is None and method not in _AT_ANY_TIME:
            raise JsonRpcServerNotInitialized(f"{method} before initialize")
        handled = (*self.fm.builtin_features, *self.fm.features, types.CANCEL_REQUEST)
        kind = self.get_message_type(method)
        if kind is None or method not in handled:
            raise JsonRpcMethodNotFound.of(method)
        try:
            called = self._converter.structure(message, kind)
        except Exception as error:
            why = ", ".join(transform_error(error, path="message"))
            raise JsonRpcInvalidParams(f"{method}: {why}") from None
        # pygls looks the request up by whatever it is called.
        if method == types.CANCEL_REQUEST and type(message["params"]["id"]) not in {int, str}:
            raise JsonRpcInvalidParams(f"{method}: the id is neither a string nor a number")
        return called

    def _refuse(self, sender: int | str | None, error: JsonRpcException) -> None:
        """Answer a request with an error; `sender` is None where its id is unknown."""
        # Written out, since pygls leaves an `id` of null out, which JSON-RPC wants there.
        reply = {"code": error.code, "message": error.message}
        self._send_data({"jsonrpc": self.VERSION, "id": sender, "error": reply})


def exact_converter() -> Converter:
    """Makes messages of JSON, which must be what the protocol says: "1" is no line, {} no list."""
    # pygls says no types of this function.
    converter: Converter = default_converter()  # type: ignore[no-untyped-call]
    for kind in (bool, int, str):
        converter.register_structure_hook(kind, _exact)
    converter.register_structure_hook_factory(_is_sequence, partial(_exact_list, converter))
    return converter


def _exact(value: Any, kind: type) -> Any:
    if issubclass(kind, Enum):
        # An enumeration of numbers or texts is a kind of these.
        return kind(value)
    if kind is int and isinstance(value, float) and value.is_integer():
        # JSON has one kind of numbers.
        return int(value)
    if type(value) is not kind:
        raise TypeError(f"{value!r} isn't a {kind.__name__}")
    return value


def _is_sequence(kind: object) -> bool:
    return get_origin(kind) is Sequence


def _exact_list(converter: Converter, kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
    (of,) = get_args(kind)

    def structured(value: Any, _: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise TypeError(f"{value!r} isn't a list")
        return tuple(converter.structure(item, of) for item in value)

    return structured


def _is_message(message: object) -> bool:
    """Whether this is a request, a notification or a response."""
    if not isinstance(message, dict) or message.get("jsonrpc") != LanguageServerProtocol.VERSION:
        return False
    if "method" in message and not isinstance(message["method"], str):
        return False
    return isinstance(message.get("id"), int | str) if "id" in message else "method" in message
