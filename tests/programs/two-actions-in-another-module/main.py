from building import build

df = build()
df.write_parquet("out")
df.write_csv("other")  # finds DFT207 certain: Embed
