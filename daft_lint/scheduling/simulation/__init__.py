"""A run of tasks, workers and actors, event by event, and what each costs."""
