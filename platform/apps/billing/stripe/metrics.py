"""Prometheus metrics of the web tower's calls to Stripe."""

from prometheus_client import Counter

# Without labels, so the series exists with the value 0 since the start, and Prometheus sees the first failure.
PRICES_MISSING = Counter("tablehawk_stripe_prices_missing", "Payments that failed because Stripe has no price.")
