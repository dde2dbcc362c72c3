try:
    import daft

    @daft.func(num_gpus=1)  # expect
    def shout(text: str) -> str:
        return text.upper()
except ImportError:
    shout = None
