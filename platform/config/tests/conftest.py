"""Fixtures: the Stripe simulator of billing's tests."""

from apps.billing.tests.conftest import catalogue, idle_shop, shop

__all__ = ["catalogue", "idle_shop", "shop"]
