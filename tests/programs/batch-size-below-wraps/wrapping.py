import functools


def timed(method):
    @functools.wraps(method)
    def wrapper(*args):
        return method(*args)

    return wrapper


def retry(times):
    def around(method):
        def wrapper(*args):
            return method(*args)

        functools.update_wrapper(wrapper, method)
        return wrapper

    return around
