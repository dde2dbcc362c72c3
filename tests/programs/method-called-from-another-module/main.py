from jobs import Job

job = Job()
job.run(actors=8)
