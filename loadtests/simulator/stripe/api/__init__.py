"""Stripe's HTTP port: endpoints, parameter checks, idempotency keys, and the hosted checkout and portal pages."""
