import daft

df = daft.read_parquet("x.parquet")
df = df.with_column("b", df["b"].str.upper())  # expect
for name in df.column_names:
    df = df.with_column(f"{name}_lower", df[name].str.lower())
    df = df.with_column("year", df["when"].dt.year())  # expect
df = df.where(df["b"].str.length() > 3)
