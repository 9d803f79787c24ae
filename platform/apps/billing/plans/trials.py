"""Limits each person to one free trial: an e-mail address, phone or card that has had a trial never gets another trial.

Only this module writes `UsedTrial`. If a user who has had a trial changes the address or phone, the new one is marked
too.
"""

import hashlib
import hmac
from typing import Any

from django.conf import settings

from apps.accounts.models import Tier, User
from apps.billing.models import UsedTrial


def mark_used(*, user: User) -> None:
    """Mark the e-mail address and phone of a user who has had a trial, so that they get no second trial.

    Does nothing if the user has had no trial or the account is closed.
    """
    if user.has_had_free_trial and user.is_active:
        UsedTrial.objects.bulk_create(
            [UsedTrial(mark=mark, user_id=user.pk) for mark in _marks(user)], ignore_conflicts=True
        )


def is_used(*, user: User) -> bool:
    """Return whether the user, or another account with the same address or phone, has had a trial."""
    return user.has_had_free_trial or UsedTrial.objects.filter(mark__in=_marks(user)).exists()


def claim_card(*, user_id: int, fingerprint: str) -> bool:
    """Mark a card as used for the user's trial. Return False if another account has had a trial with this card.

    If two accounts pay with one card at the same time, the insert decides which of them gets the trial.
    """
    mark = _mark(f"card:{fingerprint}")
    UsedTrial.objects.bulk_create([UsedTrial(mark=mark, user_id=user_id)], ignore_conflicts=True)
    return UsedTrial.objects.filter(mark=mark, user_id=user_id).exists()


def mark_new_contact(*, user_id: int, **_: Any) -> None:
    """Receive `contact_changed`: mark the new address or phone of a user who has had a trial."""
    mark_used(user=User.objects.get(pk=user_id))


def revoke_second_trial(*, user: User, **_: Any) -> None:
    """Receive `trial_started`: end the trial of a new account if its address or phone has had a trial before."""
    if UsedTrial.objects.filter(mark__in=_marks(user)).exists():
        user.tier, user.trial_ends_at = Tier.NONE, None
        user.save(update_fields=["tier", "trial_ends_at"])
    mark_used(user=user)


def _marks(user: User) -> list[str]:
    known = [f"email:{user.email.lower()}", f"phone:{user.phone}" if user.phone else ""]
    return [_mark(text) for text in known if text]


def _mark(text: str) -> str:
    return hmac.new(settings.SECRET_KEY.encode(), text.encode(), hashlib.sha256).hexdigest()
