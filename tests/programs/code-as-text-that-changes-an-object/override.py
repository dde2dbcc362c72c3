def apply(cfg, lines):
    for line in lines:
        exec(line, {"cfg": cfg})
