import settings
import udfs

settings.ACTORS = 4
udfs.run()
