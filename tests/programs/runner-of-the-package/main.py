from app.pipelines import run

run()
