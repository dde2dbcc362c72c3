from steps import Stage, app, configure, on, patch


@on
def split(df):
    return df.into_partitions(8)


class Split(Stage):
    def apply(self, df):
        return df.into_partitions(8)


app.use(split)
configure(parts=8)
patch(8)
