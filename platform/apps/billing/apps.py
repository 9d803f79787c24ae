"""Hooks of the billing app: trials that are marked as used, and what ends when a user closes the account."""

from django.apps import AppConfig


class BillingConfig(AppConfig):
    """Listens to the accounts app, which may not import this one."""

    name = "apps.billing"

    def ready(self) -> None:
        """Connect the receivers."""
        from apps.accounts.signals import contact_changed, trial_started

        from . import leaving, trials

        leaving.connect()
        contact_changed.connect(trials.follow_contact, dispatch_uid="billing.follow_contact")
        trial_started.connect(trials.settle_sign_up, dispatch_uid="billing.settle_sign_up")
