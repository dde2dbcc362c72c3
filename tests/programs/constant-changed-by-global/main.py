import settings
import udfs

settings.use(4)
udfs.run()
