def same(before, after):
    return before.join(after, on="node", how="anti").count_rows() == 0  # finds DFT208 possible: the frame grows
