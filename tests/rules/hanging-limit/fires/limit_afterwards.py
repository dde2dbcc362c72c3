import daft

daft.set_runner_ray()
df = daft.from_pydict({"id": list(range(1000))})
print(df.into_partitions(16).limit(10).collect())  # expect
