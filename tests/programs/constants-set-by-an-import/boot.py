import config
from config import SIZES, Options


def _prepare():
    Options.parts = 8


config.PARTS = 8
SIZES["cut"] = 8
_prepare()
