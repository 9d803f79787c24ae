"""Makes paused reservations active again. The plan is checked by the same rules as when a request is filed."""

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from apps.accounts.models import User
from apps.accounts.selectors import current_entitlements
from apps.common.errors import Refusal, require_row
from apps.requests import change_records, messages
from apps.requests.locks import lock_live_accounts, lock_user
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.requests.rules import gating
from apps.requests.rules.submission import Submission

from . import plan_checks, submission
from .connected_accounts import own_or_only


@transaction.atomic
def unpause_group(*, user_id: int, group_id: int, now: datetime) -> None:
    """Make a group's paused reservations active again. Does nothing if the group is active.

    Reservations whose time is over stay paused until the relay ends them. Raises Refusal: 404 for another user's group;
    402 for anything that the plan does not include; 409 over the plan's limit, for a group that is over or being
    stopped, without a usable account, or if the diner has a request or table for the meal.
    """
    user = lock_user(user_id)
    group = require_row(ReservationGroup.objects.filter(pk=group_id, user=user), "request")
    members = list(
        Reservation.objects.select_for_update(no_key=True, of=("self",))
        .filter(group=group)
        .select_related("venue", "account")
        .order_by("id")
    )
    paused = [member for member in members if member.status == Status.PAUSED and member.ends_at > now]
    active = [member for member in members if member.status == Status.ACTIVE]
    if any(member.stop for member in active):
        raise Refusal("stopping", 409, messages.STILL_STOPPING)
    if not paused:
        if not active:
            raise Refusal("over", 409, messages.CANNOT_UNPAUSE)
        return
    allowed = current_entitlements(user=user, now=now)
    over = messages.UNPAUSE_OVER_LIMIT
    plan_checks.check_room(user=user, allowed=allowed, wanted=len(paused), sentence=over, notify_only=group.notify_only)
    plan_checks.check_plan(
        allowed=allowed,
        form=Submission(**submission.fields_of(group, paused)),
        venues=list({member.venue_id: member.venue for member in paused}.values()),
        diner_key=group.diner_key,
        group_id=group.pk,
        locale=user.locale,
    )
    _activate(paused, user=user, needs_account=not group.notify_only, now=now)
    change_records.record_change(paused, user_id=user_id, group_id=group_id, what="unpaused", now=now)


def _activate(paused: Collection[Reservation], *, user: User, needs_account: bool, now: datetime) -> None:
    """Make the reservations active, and set the account that each of them books with: its own or, if that was
    disconnected, the user's only one at the platform. Raises Refusal 409 if there is none and one is needed."""
    live = lock_live_accounts(user)
    by_account: dict[int | None, list[int]] = {}
    moved: list[int] = []
    for member in paused:
        source = member.venue.reservation_source
        account_id = own_or_only(member.account_id, [account.pk for account in live if account.platform == source])
        if account_id is None and needs_account:
            raise Refusal("account_needed", 409, gating.account_lacking(source))
        by_account.setdefault(account_id, []).append(member.pk)
        if account_id != member.account_id:
            moved.append(member.pk)
    # The chosen card is one of the old account's. The new account pays with its own default card.
    Reservation.objects.filter(pk__in=moved).update(payment_method_id=None)
    for account_id, ids in by_account.items():
        Reservation.objects.filter(pk__in=ids, status=Status.PAUSED).update(
            status=Status.ACTIVE, reason="", account=account_id, status_changed_at=now
        )
