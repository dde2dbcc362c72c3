import pipelines

pipelines.run()
