from fetching import fetch_head


def with_codes(frame):
    return frame.with_column("code", fetch_head(frame["url"]))
