SIZE = 250  # daft-lint: ignore[DFT102] the model wants batches of this size
OTHER = 16  # noqa: DFT102
