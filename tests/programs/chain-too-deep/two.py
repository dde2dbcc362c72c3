import one


def step_1(frame):
    return one.step_2(frame)


def step_3(frame):
    return one.step_4(frame)


def step_5(frame):
    return one.step_6(frame)


def step_7(frame):
    return one.step_8(frame)


def step_9(frame):
    return one.step_10(frame)


def step_11(frame):
    return one.step_12(frame)


def step_13(frame):
    return one.step_14(frame)


def step_15(frame):
    return one.step_16(frame)


def step_17(frame):
    return one.step_18(frame)


def step_19(frame):
    return one.step_20(frame)


def step_21(frame):
    return one.step_22(frame)


def step_23(frame):
    return one.step_24(frame)


def step_25(frame):
    return one.step_26(frame)


def step_27(frame):
    return one.step_28(frame)


def step_29(frame):
    return one.step_30(frame)


def step_31(frame):
    return one.step_32(frame)


def step_33(frame):
    return one.step_34(frame)


def step_35(frame):
    return one.step_36(frame)


def step_37(frame):
    return one.step_38(frame)


def step_39(frame):
    return frame
