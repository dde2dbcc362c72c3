from app.pipelines import run

run(8)
