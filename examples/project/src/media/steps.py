"""Steps that take a frame and give one. This file imports nothing; who calls it brings it all."""


def fetched(frame):
    """Fetch images."""
    return frame.with_column("image", frame["path"].download().decode_image())


def captioned(frame, caption):
    """Caption images."""
    return frame.with_column("caption", caption.run(frame["image"]))


def tagged(frame, tagger):
    """Tag titles."""
    return frame.with_column("tag", tagger.run(frame["title"]))
