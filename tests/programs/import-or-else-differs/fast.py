import faster_than_light

BATCH = 250
