"""The user's Subscription row: created when first needed, locked by each writer, never during a call to Stripe."""

from django.db import transaction

from .models import Subscription


def of(*, user_id: int) -> Subscription:
    """The user's row, made when there is none."""
    row, _ = Subscription.objects.get_or_create(user_id=user_id)
    return row


def held(*, user_id: int) -> Subscription:
    """The user's row, locked until the transaction ends. It has to be there."""
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("A row is held inside a transaction only.")
    return Subscription.objects.select_for_update(no_key=True).get(pk=user_id)
