import daft
from udfs import Embed


def test_embed():
    df = daft.range(1000)
    df = df.with_column("v", Embed().run(df["id"]))  # may find DFT102: batch_size=500 cuts the 1,000 rows
    assert df.count_rows() == 1000
