"""What becomes of work: idle actors, utilisation and makespan, as intervals."""
