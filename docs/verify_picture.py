"""Verifies an example on a local Ray cluster, and draws images/verify.png: the page that shows it.

Run `python docs/verify_picture.py`. It needs Ray and Chromium, and took three minutes on a busy
machine of two cores. The seconds in the picture are those of the run.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

DOCS = Path(__file__).parent
PICTURE = DOCS / "images" / "verify.png"
_EXAMPLE = "examples/article.py"
_WIDTH, _HEIGHT = 1000, 1080


def main() -> None:
    """Run, and take the picture.

    Raises:
        SystemExit: when there is no Chromium, or the finding isn't confirmed.
    """
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("there is no Chromium")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "verify.html")
        verify = (sys.executable, "-m", "daft_lint", "verify", _EXAMPLE, "--report", page)
        if subprocess.run(verify, cwd=DOCS.parent, check=False).returncode != 1:
            raise SystemExit(f"the finding in {_EXAMPLE} isn't confirmed")
        options = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars")
        places = (f"--user-data-dir={folder}/profile", f"--screenshot={PICTURE}", page.as_uri())
        size = f"--window-size={_WIDTH},{_HEIGHT}"
        subprocess.run((chromium, *options, size, *places), check=True)


if __name__ == "__main__":
    main()
