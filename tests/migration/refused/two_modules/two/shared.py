class Same:
    pass
