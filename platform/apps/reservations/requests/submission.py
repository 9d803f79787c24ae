"""From a form to what may be filed: complete, right, within the plan; and the columns that it fills.

Filing and editing read a form alike; what they do with it is services.py's and edits.py's.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from apps.accounts.models import User
from apps.common.errors import Refusal, not_found
from apps.connections.models import Platform, PlatformAccount
from apps.reservations import entitlements
from apps.reservations.clients import on_behalf
from apps.reservations.clients.on_behalf import ClientDetails
from apps.reservations.rules import schedule, seating, submission
from apps.reservations.rules.seating import VenueSeating
from apps.reservations.rules.submission import Draft, Submission
from apps.venues.models import Venue


def checked(*, draft: Draft, now: datetime, release_kept: bool = False) -> tuple[Submission, list[Venue]]:
    """Return the complete form with its venues in its order, or refuse what is wrong in it for any user.

    `release_kept`: an edit leaves the release as it was filed; it may be over, and the request go on.
    """
    form = submission.complete(draft)
    if form is None:
        raise Refusal("incomplete", 400, submission.INCOMPLETE, errors=submission.missing(draft))
    if errors := submission.mistakes(form):
        raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors)
    found = Venue.objects.filter(opted_out=False).in_bulk([choice.id for choice in form.venues])
    if len(found) < len(form.venues):
        raise not_found("restaurant")
    for zone in sorted({venue.time_zone for venue in found.values()}):
        if errors := submission.beyond(form, now=now, zone=zone, release_kept=release_kept):
            raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors)
    venues = [found[choice.id] for choice in form.venues]
    if errors := seating.not_seated(form, venues=[_seating(venue) for venue in venues]):
        raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors)
    return form, venues


def judged(
    *,
    user: User,
    form: Submission,
    venues: Sequence[Venue],
    selected: Mapping[Platform, int | None],
    details: ClientDetails | None,
    now: datetime,
    group_id: int | None = None,
) -> Mapping[str, PlatformAccount]:
    """Refuse what the plan or the accounts forbid; returns the account of each platform that a venue is at, locked.

    `user` is locked by the caller's transaction. `group_id`: the group that is edited.
    """
    on_behalf.check(owner=user, details=details, now=now)
    diner_key = on_behalf.diner_key(owner=user, details=details)
    entitlements.check_plan(user=user, form=form, venues=venues, diner_key=diner_key, now=now, group_id=group_id)
    accounts = entitlements.chosen_accounts(user=user, venues=venues, selected=selected)
    return {platform: accounts[platform] for platform in {venue.reservation_source for venue in venues}}


def columns(form: Submission) -> dict[str, Any]:
    """Return what a form says of the whole group, by the group's columns."""
    release = form.release
    return {
        "snipe_type": form.snipe_type,
        "party_size": form.party_size,
        "start_time": form.start_time,
        "end_time": form.end_time,
        "final_snipe_date": form.final_snipe_date,
        "release_date": release.date if release else None,
        "release_time": release.time if release else None,
        "release_at": schedule.release_at(day=release.date, at=release.time) if release else None,
        "override_reservations": form.override_reservations,
        "fee_ceiling_cents": form.fee_ceiling_cents,
    }


def ends_at(form: Submission, *, day: date, zone: str) -> datetime:
    """Return the instant after which the request for that day is over, at a venue in `zone`."""
    if form.release is not None:
        return schedule.release_ends_at(day=day, start=form.start_time, release_date=form.release.date, zone=zone)
    return schedule.ends_at(day=day, start=form.start_time, final_snipe_date=form.final_snipe_date, zone=zone)


def _seating(venue: Venue) -> VenueSeating:
    return VenueSeating(
        name=venue.venue_name,
        seating_types=tuple(venue.seating_types),
        min_party_size=venue.min_party_size,
        max_party_size=venue.max_party_size,
    )
