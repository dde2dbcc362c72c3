import daft
from udfs import Embed


def build():
    df = daft.range(2000)
    return df.with_column("v", Embed().run(df["id"])).collect()
