"""Draws the picture of verify's page from the page that a run wrote.

Record a run with `daft-lint verify job.py --report docs/data/verify.html`, then run
`python docs/verify_picture.py`. It needs Chromium.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
PAGE = DOCS / "data" / "verify.html"
PICTURE = DOCS / "images" / "verify.png"
_SIZE = "1000,720"


def main() -> None:
    """Take the picture.

    Raises:
        SystemExit: when there is no Chromium.
    """
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium")
    with tempfile.TemporaryDirectory() as profile:
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
        places = (f"--user-data-dir={profile}", f"--screenshot={PICTURE}", PAGE.as_uri())
        subprocess.run([chromium, *options, f"--window-size={_SIZE}", *places], check=True)


if __name__ == "__main__":
    main()
