import daft


def clean(texts):  # expect
    return [text.strip() for text in texts]


class Embed:  # expect
    def __init__(self, name="small"):
        self.name = name

    def __call__(self, texts):
        return [[float(len(text))] for text in texts]


cleaned = daft.udf(return_dtype=daft.DataType.string())(clean)
embed = daft.udf(return_dtype=daft.DataType.list(daft.DataType.float32()), num_gpus=1)(Embed)

df = daft.read_parquet("texts/")
df = df.with_column("embedding", embed.with_init_args("large")(cleaned(df["text"])))
df.write_parquet("embeddings")
