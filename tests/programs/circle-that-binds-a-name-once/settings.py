ACTORS = 8
import udfs
