"""A step of the relay: changes a release request that missed its release into a request for cancellations, if the user
wants that.

After the release burst, the watcher looks for canceled tables even before this step has run, so a late run loses no
table. If a relay is killed before its commit, nothing has changed, and the next run finds the request again. Several
relays may run: the second one waits for the lock of the group's row, sees that its type has changed, and does nothing.
"""

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Exists, F, OuterRef

from apps.notices.content.kinds import ReleaseMissed
from apps.outcomes.rules import missed_releases
from apps.outcomes.shared_fields import message_without_table
from apps.requests import change_records
from apps.requests.models import CALL_OPEN, Attempt, AttemptState, Reservation, ReservationGroup, SnipeType, Status
from apps.requests.rules import changes, schedule, time_windows
from apps.requests.rules.reasons import RELEASE_MISSED
from apps.venues.catalog import release_knowledge
from apps.venues.models import Venue
from snipers.domain.release_learning import expected_delay

log = structlog.get_logger(__name__)

BATCH = 200
# A paused group stays a release request until it is unpaused.
_WATCHED = Reservation.objects.filter(group=OuterRef("pk"), status=Status.ACTIVE)


def continue_missed(*, now: datetime) -> int:
    """Turn up to 200 release requests whose burst ended without a table into cancel requests. Return their number.

    A group with an open booking call or a pending stop is left for a later run.
    """
    soonest = now - missed_releases.SOONEST
    waiting = ReservationGroup.objects.filter(
        Exists(_WATCHED), snipe_type=SnipeType.RELEASE, continue_as_cancel=True, release_at__lte=soonest
    )
    found = list(waiting.order_by("release_at", "id").values_list("pk", "user_id", "release_at")[:BATCH])
    return sum(
        _continue(group_id=group_id, user_id=user_id, release_at=release_at, now=now)
        for group_id, user_id, release_at in found
        if release_at is not None and _is_missed(group_id=group_id, release_at=release_at, now=now)
    )


def _is_missed(*, group_id: int, release_at: datetime, now: datetime) -> bool:
    if now >= release_at + missed_releases.LATEST:
        return True
    venues = Venue.objects.filter(reservations__group_id=group_id, reservations__status__in=changes.OPEN).distinct()
    delays = [
        expected_delay(rule=release_knowledge.learned_rule(venue=venue), release_at=release_at, zone=venue.time_zone)
        for venue in venues
    ]
    return now >= missed_releases.missed_at(release_at=release_at, delays=delays)


@transaction.atomic
def _continue(*, group_id: int, user_id: int, release_at: datetime, now: datetime) -> bool:
    """Make the group a cancel request. Return False if it has changed, is being stopped or being booked."""
    # Locked with the condition: an edit that commits while this statement waits may have changed the release.
    same = ReservationGroup.objects.filter(
        pk=group_id, snipe_type=SnipeType.RELEASE, continue_as_cancel=True, release_at=release_at
    )
    group = same.select_for_update(no_key=True, of=("self",)).select_related("client").first()
    if group is None:
        return False
    rows = Reservation.objects.select_for_update(no_key=True, of=("self",)).filter(group=group)
    members = list(rows.select_related("venue").order_by("id"))
    waiting = [member for member in members if member.status in changes.OPEN]
    # A separate statement after the locks, so that it sees an attempt that was claimed while this transaction waited.
    in_call = Attempt.objects.filter(CALL_OPEN, group_id=group_id).exists()
    has_table = group.one_table and Attempt.objects.filter(group_id=group_id, state=AttemptState.BOOKED).exists()
    if in_call or has_table or any(member.stop for member in waiting):
        return False
    watched = [member for member in waiting if member.status == Status.ACTIVE and member.ends_at > now]
    if not watched:
        return False
    same.update(snipe_type=SnipeType.CANCEL, release_date=None, release_time=None, updated_at=now)
    # A claim that names the old revision gets no row, so nothing is booked with outdated values.
    Reservation.objects.filter(group=group).update(revision=F("revision") + 1)
    start = time_windows.last_start(time_windows.windows_of(group))
    for member in waiting:
        member.ends_at = schedule.ends_at(day=member.date, start=start, zone=member.venue.time_zone)
    Reservation.objects.bulk_update(waiting, ["ends_at"], batch_size=500)
    missed = sorted(watched, key=lambda member: (member.date, member.venue.venue_name))
    change_records.record_change(
        watched,
        user_id=user_id,
        group_id=group_id,
        what="continued",
        now=now,
        reason=RELEASE_MISSED,
        notice=ReleaseMissed(**message_without_table(group, missed, members=members)),
    )
    log.info("missed release continues as cancel request", group_id=group_id)
    return True
