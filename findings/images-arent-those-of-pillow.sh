#!/usr/bin/env bash
# Daft 0.7.26: grey and 16-bit pixels differ from those of Pillow, so a model sees other inputs than it was trained on.
#
# Guess: convert_image(..., "L") is Pillow's convert("L"), and a 16-bit PNG decodes to the same 8 bits.
# Seen (2026-11-30), native runner, with Pillow 12.1.1:
#   what                                              Daft              Pillow
#   pure red, green and blue as "L"                   54, 182, 18       76, 150, 29
#   16-bit grey PNG 0, 255, 1000, 65535 in 8 bits     0, 1, 4, 255      0, 255, 255, 255
# Why: Daft weighs colours as Rec. 709 does, Pillow as Rec. 601. Daft takes the upper eight of sixteen bits; Pillow
#   clips at 255 (so depth and X-ray images come out white there, and nearly black in Daft).
# What helps: decode in the UDF with the library that the model was trained with.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
packages=(daft==0.7.26 pillow==12.1.1 numpy)
if command -v uv >/dev/null; then
  uv venv -q venv
  uv pip install -q -p venv/bin/python "${packages[@]}"
else
  python3 -m venv venv
  venv/bin/pip install -q "${packages[@]}"
fi
export DO_NOT_TRACK=1 DAFT_PROGRESS_BAR=0 DAFT_RUNNER=native

cat >program.py <<'PYTHON'
import io

import daft
import numpy as np
from daft import col
from daft.functions import convert_image, decode_image
from PIL import Image

COLOURS = [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
DEPTHS = [0, 255, 1000, 65535]


def as_png(pixels, kind):
    written = io.BytesIO()
    Image.fromarray(np.array([pixels], dtype=kind)).save(written, "PNG")
    return written.getvalue()


def in_daft(data, mode):
    decoded = decode_image(col("data"))
    grey = convert_image(decoded, "L") if mode == "L" else decoded
    pixels = daft.from_pydict({"data": [data]}).select(grey.alias("x")).to_pydict()["x"][0]
    return pixels[0, :, 0].tolist()


def in_pillow(data):
    return np.asarray(Image.open(io.BytesIO(data)).convert("L"))[0].tolist()


colours, depths = as_png(COLOURS, np.uint8), as_png(DEPTHS, np.uint16)
seen = {
    "grey": (in_daft(colours, "L"), in_pillow(colours)),
    "depths": (in_daft(depths, None), in_pillow(depths)),
}
expected = {
    "grey": ([54, 182, 18], [76, 150, 29]),
    "depths": ([0, 1, 4, 255], [0, 255, 255, 255]),
}
print(seen)
if seen != expected:
    raise SystemExit(f"This has changed: it was {expected}")
PYTHON
venv/bin/python program.py
