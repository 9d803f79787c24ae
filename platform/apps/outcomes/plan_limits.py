"""Pauses the newest groups of a user whose plan became smaller, until the rest is within the limit.

Paused groups keep their data; unpausing them is checked against the plan at that time. Groups that use features of the
bigger plan continue if they are within the limit, because they were valid when they were filed. Without a plan, the
oldest notify-only group stays, which is free.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Case, Count, F, Q, Value, When

from apps.accounts.models import Tier
from apps.accounts.rules.entitlements import FREE_NOTIFY_ONLY, entitlements
from apps.accounts.selectors import current_entitlements, current_tier
from apps.billing.rules import NAMES
from apps.notices import user_notices
from apps.notices.content.fields import RequestSummary
from apps.requests.locks import lock_user
from apps.requests.models import COMMANDED_SWAP, Reservation, ReservationGroup, Status
from apps.requests.rules import limits
from apps.requests.stops import stopping

MAX_USERS = 200
NO_PLAN = "No plan"
# The reservations that count. One with a pending stop does not, because it is stopped when its booking call ends.
WATCHED = {"status": Status.ACTIVE, "stop": ""}
# The reservations of which one is free without a plan.
FREE = Q(group__notify_only=True, group__swap_of=None)


@transaction.atomic
def pause_surplus(*, user_id: int, now: datetime) -> int:
    """Pause the user's newest groups that exceed the plan. Return the number of these groups.

    A reservation with a booking call in flight is paused when the call ends, unless the call booked a table. The user
    gets one message about all paused groups.
    """
    user = lock_user(user_id, even_closed=True)
    allowed = current_entitlements(user=user, now=now)
    limit = allowed.active_limit
    active = Reservation.objects.filter(group__user=user, **WATCHED).exclude(COMMANDED_SWAP)
    counted = active.values_list("group_id").annotate(n=Count("pk")).order_by("group_id")
    notify_only = active.filter(FREE).values_list("group_id", flat=True)
    surplus = limits.surplus(
        limit=limit, groups=dict(counted), notify_only=set(notify_only), free=allowed.free_notify_only
    )
    if not surplus:
        return 0
    # Lock all rows before the first event is written, because the event cursor must be locked last.
    list(ReservationGroup.objects.select_for_update(no_key=True).filter(pk__in=surplus).order_by("id"))
    members = active.filter(group_id__in=surplus).select_related("venue")
    paused = list(members.select_for_update(no_key=True, of=("self",)).order_by("id"))
    for group_id in sorted(surplus):
        stopping.pause_members(user_id=user_id, group_id=group_id, reason="plan_limit", now=now)
    user_notices.requests_paused(
        user_id=user_id,
        plan_name=NAMES.get(current_tier(user=user, now=now), NO_PLAN),
        limit=limit or 0,
        paused=[
            RequestSummary(venue_name=member.venue.venue_name, date=member.date)
            for member in sorted(paused, key=lambda member: (member.date, member.pk))
        ],
        now=now,
    )
    return len(surplus)


def pause_all_surplus(*, now: datetime) -> int:
    """Pause the newest groups of users who have more active reservations than their plan allows, for at most MAX_USERS
    users in one call. Return the number of users.

    It is a step of the relay, for changes that send no signal: a sign-up trial ended, or an operator changed the VIP
    flag, the concierge flag or the tier.
    """
    over = (
        Reservation.objects.filter(group__user__is_vip=False, group__user__is_concierge=False, **WATCHED)
        .exclude(COMMANDED_SWAP)
        .annotate(limit=_limit_of_owner(now=now))
        .values_list("group__user_id", "limit")
        # A reservation that is active again after a failed override may exceed the limit, so it is not counted here.
        .annotate(
            own=Count("pk", filter=~Q(reason="override_failed")), every=Count("pk"), free=Count("pk", filter=FREE)
        )
        .filter(Q(own__gt=F("limit")) | Q(limit=0))
        .exclude(limit=0, every=FREE_NOTIFY_ONLY, free=FREE_NOTIFY_ONLY)
        .order_by("group__user_id")
    )
    return sum(bool(pause_surplus(user_id=user_id, now=now)) for user_id, *_ in list(over[:MAX_USERS]))


def _limit_of_owner(*, now: datetime) -> Case:
    """Return an SQL expression for the limit that the plan of a reservation's owner sets.

    It is used only to find users who may exceed their limit; `pause_surplus` reads their plan again.
    """
    limit = {
        tier: Value(entitlements(tier=tier, is_vip=False, is_concierge=False).active_limit or 0)
        for tier in ("none", *Tier.values)
    }
    lapsed = When(group__user__trial_ends_at__lte=now, then=limit["none"])
    return Case(lapsed, *(When(group__user__tier=tier, then=limit[tier]) for tier in Tier.values))
