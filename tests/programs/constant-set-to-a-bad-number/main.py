import settings
import udfs

settings.ACTORS = 8
udfs.run()
