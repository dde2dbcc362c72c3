from building import build

df = build()
df.write_parquet("out")
df.write_csv("other")
