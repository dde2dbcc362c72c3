def cut(frame):
    return frame.into_batches(100).into_batches(100)  # finds DFT201 certain: overrides this one
