"""Hooks of the billing app: who is deleted leaves word of the trial that they had."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Listens to the deletion of users."""

    name = "apps.billing"

    def ready(self) -> None:
        """Connect the receiver."""
        from . import trials

        trials.connect()
