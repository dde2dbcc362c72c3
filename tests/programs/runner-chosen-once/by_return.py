import daft

_done = False


def init(engine="native"):
    global _done
    if _done:
        return
    if engine == "ray":
        daft.set_runner_ray()
    else:
        daft.set_runner_native()
    _done = True
