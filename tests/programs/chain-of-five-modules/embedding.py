from cleaning import cleaned
from udfs import Embed


def embedded():
    frame = cleaned()
    return frame.with_column("v", Embed().run(frame["twice"]))  # finds DFT102 certain via sources.py: batch_size=500 cuts the 1,000 rows
