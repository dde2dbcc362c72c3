import daft

_engine = None


def init(engine="native"):
    global _engine
    if _engine is None:
        if engine == "ray":
            daft.set_runner_ray()
        else:
            daft.set_runner_native()
        _engine = engine
