import two

def step_0(frame):
    return two.step_1(frame)


def step_2(frame):
    return two.step_3(frame)


def step_4(frame):
    return two.step_5(frame)


def step_6(frame):
    return two.step_7(frame)


def step_8(frame):
    return two.step_9(frame)


def step_10(frame):
    return two.step_11(frame)


def step_12(frame):
    return two.step_13(frame)


def step_14(frame):
    return two.step_15(frame)


def step_16(frame):
    return two.step_17(frame)


def step_18(frame):
    return two.step_19(frame)


def step_20(frame):
    return two.step_21(frame)


def step_22(frame):
    return two.step_23(frame)


def step_24(frame):
    return two.step_25(frame)


def step_26(frame):
    return two.step_27(frame)


def step_28(frame):
    return two.step_29(frame)


def step_30(frame):
    return two.step_31(frame)


def step_32(frame):
    return two.step_33(frame)


def step_34(frame):
    return two.step_35(frame)


def step_36(frame):
    return two.step_37(frame)


def step_38(frame):
    return two.step_39(frame)
