import functools
import time


def timed(function):
    @functools.wraps(function)
    def inner(*args, **kwargs):
        started = time.time()
        try:
            return function(*args, **kwargs)
        finally:
            print(time.time() - started)

    return inner
