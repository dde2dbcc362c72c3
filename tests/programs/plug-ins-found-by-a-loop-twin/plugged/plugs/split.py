def split(frame):
    return frame.into_partitions(6)
