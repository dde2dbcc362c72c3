from work.jobs import JOBS
