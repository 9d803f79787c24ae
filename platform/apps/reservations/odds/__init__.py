"""The odds of requests (docs/decisions/0579): reads the observations, states odds, records them and scores them."""
