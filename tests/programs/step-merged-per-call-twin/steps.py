import daft
from udfs import Embed


def embedded(frame, actors):
    embed = daft.cls(Embed, max_concurrency=actors)()
    return frame.with_column("v", embed.run(frame["id"]))
