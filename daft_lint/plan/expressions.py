"""Daft's own expressions that take time on each row, by their names."""

from __future__ import annotations

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
"""AI functions: UDFs that nobody wrote (daft/functions/ai and daft/functions/llm.py, 0.7.26)."""
