import daft


def prepare(df, text):
    return df.with_column("a", text.str.upper()).where(df["a"].str.length() > 1)


class Reader:
    def url(self):
        return self.image.url.download()
