"""Signals about subscriptions. They are sent inside the transaction of the change, so a failing receiver rolls
it back."""

from django.dispatch import Signal

# sender=Subscription, user_id: int, old: str, new: str (tiers that count), now: datetime.
tier_changed = Signal()

# sender=Subscription, user_id: int, ends_at: datetime | None, now: datetime. Once for each of Stripe's notices.
trial_ending = Signal()

# sender=Subscription, user_id: int, now: datetime. Once for each failed payment while the invoice is unpaid.
payment_failed = Signal()

# sender=Subscription, user_id: int, subscription_id: str, now: datetime. The card had a trial with another account.
trial_refused = Signal()
