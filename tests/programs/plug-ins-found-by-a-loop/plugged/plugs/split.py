from plugged.steps import step


@step
def split(frame):
    return frame.into_partitions(6)
