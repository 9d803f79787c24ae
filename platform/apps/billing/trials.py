"""One free trial for each person: for a user, and for their e-mail address and phone once the user is gone."""

import hashlib
import hmac

from django.conf import settings

from apps.accounts.models import User

from .models import UsedTrial


def remember(*, user: User) -> None:
    """Keep marks of a user who leaves after a trial."""
    if user.has_had_free_trial:
        UsedTrial.objects.bulk_create([UsedTrial(mark=mark) for mark in _marks(user)], ignore_conflicts=True)


def used(*, user: User) -> bool:
    """Whether the user, or somebody before them with the same e-mail address or phone, has had a trial."""
    return user.has_had_free_trial or UsedTrial.objects.filter(mark__in=_marks(user)).exists()


def _marks(user: User) -> list[str]:
    known = [f"email:{user.email.lower()}", f"phone:{user.phone}" if user.phone else ""]
    key = settings.SECRET_KEY.encode()
    return [hmac.new(key, text.encode(), hashlib.sha256).hexdigest() for text in known if text]
