"""Pauses what a plan holds no more: the newest groups, until the rest fits the limit.

Paused groups lose nothing; unpausing them is judged by the plan of that day (services.unpause_group). Groups that use
what only a bigger plan has go on while they fit: they were filed rightly, and no new one is.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Case, Count, F, Q, Value, When

from apps.accounts.models import Tier
from apps.accounts.rules import entitlements as tiers
from apps.billing.rules import NAMES
from apps.notices import user_notices
from apps.reservations import entitlements, messages
from apps.reservations.models import Reservation, ReservationGroup, Status
from apps.reservations.rules import limits

from . import stopping

IN_STEP = 200
NO_PLAN = "No plan"
# A request whose stop waits goes with the end of its call.
WATCHED = {"status": Status.ACTIVE, "stop": ""}


@transaction.atomic
def pause_surplus(*, user_id: int, now: datetime) -> int:
    """Pause the user's newest groups that are beyond their plan now; returns how many.

    A request that is being booked at this moment is paused when that is settled, unless it got its table. One message
    tells of all of them. Nothing happens while everything fits.
    """
    user = entitlements.locked_user(user_id=user_id)
    limit = entitlements.allowed(user=user, now=now).active_limit
    active = Reservation.objects.filter(group__user=user, **WATCHED)
    counted = active.values_list("group_id").annotate(n=Count("pk")).order_by("group_id")
    surplus = limits.surplus(limit=limit, groups=dict(counted))
    if not surplus:
        return 0
    # All rows before the first event, whose numbers are locked last.
    list(ReservationGroup.objects.select_for_update(no_key=True).filter(pk__in=surplus).order_by("id"))
    members = active.filter(group_id__in=surplus).select_related("venue")
    going = list(members.select_for_update(no_key=True, of=("self",)).order_by("id"))
    stopping.pause_for_plan(user_id=user_id, group_ids=surplus, now=now)
    user_notices.requests_paused(
        user_id=user_id,
        plan_name=NAMES.get(entitlements.current_tier(user=user, now=now), NO_PLAN),
        limit=limit or 0,
        paused=[messages.summarize(member) for member in sorted(going, key=lambda one: (one.date, one.pk))],
        now=now,
    )
    return len(surplus)


def pause_all_surplus(*, now: datetime) -> int:
    """Pause what is beyond the plan of any user; returns for how many users.

    A step of the relay, for what nobody tells of: a sign-up trial that runs out, a flag or tier set past billing.
    """
    over = (
        Reservation.objects.filter(group__user__is_vip=False, group__user__is_concierge=False, **WATCHED)
        .annotate(limit=_limit_of_owner(now=now))
        .values_list("group__user_id", "limit")
        # A table that an override lost puts its request back on the list, over the limit if need be.
        .annotate(own=Count("pk", filter=~Q(reason="override_failed")))
        .filter(Q(own__gt=F("limit")) | Q(limit=0))
        .order_by("group__user_id")
    )
    return sum(bool(pause_surplus(user_id=user_id, now=now)) for user_id, *_ in list(over[:IN_STEP]))


def _limit_of_owner(*, now: datetime) -> Case:
    """The limit of a request's owner in SQL; who is found by it is judged by the rule itself."""
    lapsed = When(group__user__trial_ends_at__lte=now, then=Value(_limit("none")))
    return Case(lapsed, *(When(group__user__tier=tier, then=Value(_limit(tier))) for tier in Tier.values))


def _limit(tier: str) -> int:
    return tiers.entitlements(tier=tier, is_vip=False, is_concierge=False).active_limit or 0
