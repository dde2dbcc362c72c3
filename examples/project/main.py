"""The program: it chooses the runner for all modules that it imports."""

import daft

from media import Tuning
from media.jobs import CaptionImages, CaptionImagesEvenly, TagCatalogue, TagCatalogueFast
from media.reports import tag_samples


def main() -> None:
    daft.set_runner_ray()
    CaptionImages().run()
    CaptionImagesEvenly().run()
    TagCatalogue().run()
    TagCatalogueFast().run()
    tag_samples(Tuning(), "s3://media/samples")
    tag_samples(Tuning(batch_rows=8_000), "s3://media/small-samples")


if __name__ == "__main__":
    main()
