import daft

paths = ["a.jpg", "b.jpg"]
df = daft.from_pydict({"path": paths})
df.show()
