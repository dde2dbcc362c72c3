from cleaning import cleaned
from udfs import Embed


def embedded():
    frame = cleaned()
    return frame.with_column("v", Embed().run(frame["twice"]))
