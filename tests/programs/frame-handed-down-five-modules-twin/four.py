def fourth(frame, embed):
    return frame.with_column("v", embed.run(frame["id"]))
