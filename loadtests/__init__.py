"""The platform simulator, load scenarios, benchmarks and request fuzzing."""
