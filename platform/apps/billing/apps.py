"""Hooks of the billing app: what becomes of a subscription and of the trial when somebody leaves."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Listens to the accounts app, which may not import this one."""

    name = "apps.billing"

    def ready(self) -> None:
        """Connect the receivers."""
        from . import leaving

        leaving.connect()
