import daft
from steps import Config, Decorated, Embed, Kept, known_size, made_pool, main, pool, read, sizes

main()
df = daft.range(1000)
ids = df["id"]
late = read()
late.with_column("v", pool(8).run(ids)).write_parquet("a")  # finds DFT102 likely: batch_size=250
df.with_column("v", pool(known_size()).run(ids)).write_parquet("b")  # finds DFT102 certain: 250
df.with_column("v", pool(sizes()["actors"]).run(ids)).write_parquet("c")  # finds DFT102 likely: 250
df.with_column("v", pool(Config().actors).run(ids)).write_parquet("d")  # finds DFT102 likely: 250
df.with_column("v", made_pool().run(ids)).write_parquet("e")  # finds DFT102 likely: 250
df.with_column("v", Kept().run(ids)).write_parquet("f")  # finds DFT102 likely: batch_size=250
df.with_column("v", pool(8).retried(ids)).write_parquet("g")  # finds DFT102 likely: batch_size=250
df.with_column("v", Decorated().run(ids)).write_parquet("h")


@daft.cls(max_concurrency=8)
class Sized:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=Config().batch_size())
    def run(self, ids): ...


df.with_column("v", Sized().run(ids)).write_parquet("i")  # finds DFT102 likely: batch_size=250
