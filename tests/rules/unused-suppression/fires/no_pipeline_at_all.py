import daft

VERSION = daft.__version__  # daft-lint: ignore[DFT206]  # expect
