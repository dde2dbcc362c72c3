"""Another program: it runs on one machine, and chooses the runner for that."""

import daft

from media.reports import list_images

if __name__ == "__main__":
    daft.set_runner_native()
    list_images("preview")
