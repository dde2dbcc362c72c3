from tests.support import run_large


def test_run():
    run_large()
