import daft

HELP = """
# daft-lint: row=12
# daft-lint: ignore DFT101
"""
daft.from_pydict({"text": [HELP, "# noqa: DFT999"]}).show()
