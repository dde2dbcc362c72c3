import threading

import daft

_lock = threading.Lock()
_engine = None


def init(engine="native"):
    global _engine
    with _lock:
        if not (_engine is None):
            return _engine
        if engine == "ray":
            daft.set_runner_ray()
        else:
            daft.set_runner_native()
        _engine = engine
        return _engine
