from unittest.mock import patch


def test_same():
    with patch("patched_udfs.same"):
        pass
