from frames import rows
from udfs import Embed

FRAME = rows()
SHARED = FRAME.with_column("v", Embed().run(FRAME["id"])).collect()  # finds DFT102 possible via frames.py: batch_size=500 cuts the 1,000 rows


def test_shared():
    assert len(SHARED) == 1000
