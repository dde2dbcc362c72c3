import daft
from udfs import Embed


def embedded(frame, actors):
    embed = daft.cls(Embed, max_concurrency=actors)()
    return frame.with_column("v", embed.run(frame["id"]))  # finds DFT102 certain via bad.py: 4 of the 8 actors
