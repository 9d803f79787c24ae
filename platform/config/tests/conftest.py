"""What the proofs borrow from the apps' tests: Stripe's stand-in with our prices, and one whose webhooks come in."""

from apps.billing.tests.conftest import catalogue, shop

__all__ = ["catalogue", "shop"]
