import daft

ACTORS = 8
def broken(:  # finds DFT900 certain: 
