from jobs import nightly

nightly(4)
