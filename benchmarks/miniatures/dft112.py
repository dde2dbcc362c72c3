"""A batch UDF without batch_size gets all decoded rows of a task in one call."""

from __future__ import annotations

RULE = "DFT112"
FAULT = "2,000 images decoded in one task, a batch UDF without `batch_size`"
REMEDY = "`batch_size=64`"
MEASURES = "images in the largest call"
UNIT = "images"
RUNNER = "native"

_ROWS = 2_000


def before() -> float:
    """With the fault."""
    return _largest_call(None)


def after() -> float:
    """With the remedy."""
    return _largest_call(64)


def _largest_call(batch_size: int | None) -> float:
    import daft
    from daft.functions import decode_image

    @daft.func.batch(return_dtype=daft.DataType.int64(), batch_size=batch_size)
    def seen(images: daft.Series) -> list[int]:
        return [len(images)] * len(images)

    frame = daft.from_pydict({"png": [_png()] * _ROWS})
    frame = frame.with_column("image", decode_image(daft.col("png")))
    sizes = frame.select(seen(daft.col("image")).alias("n")).to_pydict()["n"]
    return float(max(sizes))


def _png() -> bytes:
    """A picture of four pixels."""
    import struct
    import zlib

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + data))
        return struct.pack(">I", len(data)) + kind + data + check

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0))
    pixels = chunk(b"IDAT", zlib.compress(b"\0" + b"\xff" * 6 + b"\0" + b"\0" * 6))
    return b"\x89PNG\r\n\x1a\n" + head + pixels + chunk(b"IEND", b"")
