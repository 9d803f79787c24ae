"""The configuration of the billing app. It connects billing's receivers to the signals of the accounts app, which may
not import billing."""

from django.apps import AppConfig
from django.db.models.signals import pre_delete


class BillingConfig(AppConfig):
    name = "apps.billing"

    def ready(self) -> None:
        """Connect the receivers."""
        from apps.accounts.models import User
        from apps.accounts.signals import account_closing, contact_changed, trial_started

        from .plans import trials
        from .stripe.account_closing import keep_trial, prepare_closing

        account_closing.connect(prepare_closing, dispatch_uid="billing.prepare_closing")
        pre_delete.connect(keep_trial, sender=User, dispatch_uid="billing.keep_trial")
        contact_changed.connect(trials.mark_new_contact, dispatch_uid="billing.mark_new_contact")
        trial_started.connect(trials.revoke_second_trial, dispatch_uid="billing.revoke_second_trial")
