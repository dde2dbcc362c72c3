from conf import get_config

config = get_config()
config.set(10)
