tries = []


def connect():
    tries.append(1)
    if len(tries) < 3:
        raise ConnectionError


def batch():
    for attempt in range(5):
        try:
            connect()
            break
        except ConnectionError:
            size = 300 + attempt
    else:
        size = 10_000
    return size
