import company.pipelines.embed
