import daft

_done = False
_forgotten = False
_set = False


def init(engine="native"):
    global _done
    if _done:
        return
    if engine == "ray":
        daft.set_runner_ray()
    else:
        daft.set_runner_native()
    _done = True


def start(engine="native"):
    global _forgotten
    if _forgotten:
        return
    if engine == "ray":
        daft.set_runner_ray()
    else:
        daft.set_runner_native()
    _forgotten = True


def stop():
    global _forgotten
    _forgotten = False


def begin(engine="native"):
    global _set
    if _set:
        return
    if engine == "ray":
        daft.set_runner_ray()
    else:
        daft.set_runner_native()
    _set = True
