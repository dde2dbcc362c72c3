from hooks import on_start


class Conf:
    batch = 10_000


C = Conf()


@on_start
def shrink():
    C.batch = 500
