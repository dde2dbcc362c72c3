import daft

TEXT = "write # daft-lint: ignore[DFT101] to silence it, or # noqa: DFT102"
daft.from_pydict({"text": [TEXT]}).show()
