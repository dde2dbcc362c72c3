import daft


def rows(partitions=None):
    frame = daft.range(1000)
    if partitions is not None:
        frame = frame.into_partitions(partitions)
    return frame
