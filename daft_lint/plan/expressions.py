"""Daft's own expressions that take time on each row, by their names."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly

TIMED = frozenset(
    {
        "decode_image",
        "download",
        "encode_image",
        "image_decode",
        "image_encode",
        "image_resize",
        "resize",
        "upload",
        "url_download",
        "url_upload",
        "video_frames",
        "video_keyframes",
    }
)
"""Built-in functions and methods: a request, or a whole image or video."""

MODELS = frozenset(
    {"classify_image", "classify_text", "embed_image", "embed_text", "llm_generate", "prompt"}
)
"""AI functions: UDFs of Daft itself (daft/functions/ai and daft/functions/llm.py, 0.7.26)."""

IN_CODE: Mapping[str, str] = MappingProxyType(
    {
        "image_decode": "decode_image",
        "image_encode": "encode_image",
        "image_resize": "resize",
        "url_download": "download",
        "url_upload": "upload",
    }
)
"""What code calls a built-in function that plans call otherwise."""

DOWNLOADS = frozenset({"download", "url_download"})
RESIZES = frozenset({"resize", "image_resize"})

_PIXEL_BYTES = 3


def cut_by_download(connections: Quantity) -> Quantity:
    """Rows of a morsel that a download cuts: four for each of its connections.

    Source: `UrlDownload::preferred_batch_size` of Daft 0.7.24, and project.rs of 0.6.4; measured on
    0.7.26: 2,000 rows in 15 morsels of 128 and one of 80.
    """
    origin = Origin(
        OriginKind.ENGINE, "a download makes morsels (batches) of 4 rows per connection"
    )
    return connections.mapped(lambda number: 4 * number).from_place(origin)


def bytes_of_image(width: Quantity, height: Quantity) -> Quantity:
    """Bytes of an image of so many pixels."""
    origin = Origin(OriginKind.ASSUMPTION, f"an image has {_PIXEL_BYTES} bytes per pixel")
    return width * height * exactly(_PIXEL_BYTES, origin)
