ACTORS = 4
import udfs

ACTORS = 8
