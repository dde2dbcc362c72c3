from jobs import nightly

nightly(8)
