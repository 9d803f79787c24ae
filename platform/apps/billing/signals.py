"""Signals about subscriptions. All except `trial_refused` are sent inside the transaction of the
change, so a failing receiver rolls the change back."""

from django.dispatch import Signal

# sender=Subscription, user_id: int, old: str, new: str (effective tiers), now: datetime. The user's effective tier has
# changed from `old` to `new`.
tier_changed = Signal()

# sender=Subscription, user_id: int, ends_at: datetime | None, now: datetime. Sent when Stripe announces the end of the
# trial, once for each batch of Stripe's events.
trial_ending = Signal()

# sender=Subscription, user_id: int, now: datetime. Sent when Stripe reports a failed payment and the invoice is still
# unpaid, once for each batch of Stripe's events.
payment_failed = Signal()

# sender=Subscription, user_id: int, subscription_id: str, now: datetime. A trial was ended because its card has had a
# trial with another account. This signal is sent outside a transaction.
trial_refused = Signal()
