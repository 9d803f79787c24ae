"""Rules about venues, as pure functions."""
