"""The protocol, where pygls leaves it open: the texts that change are kept by a session.

pygls ends lines where Python does, at a form feed too, and no editor does so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, lsp_method

_Called = Iterator[tuple[Callable[..., Any], tuple[Any, ...], None]]


class Protocol(LanguageServerProtocol):
    """The protocol, but for the texts that change."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Called:
        """Leave it to the feature."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(
        self, params: types.DidChangeNotebookDocumentParams
    ) -> _Called:
        """Leave it to the feature."""
        yield self.fm.features[types.NOTEBOOK_DOCUMENT_DID_CHANGE], (params,), None
