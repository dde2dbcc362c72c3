import daft
import pytest


def test_old_names_are_gone() -> None:
    with pytest.raises(AttributeError):
        daft.col("a").str.upper()
