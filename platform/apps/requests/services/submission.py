"""Validates a submission in one place: it is complete, correct and within the plan, and its accounts can book.

Filing and editing both call `validate`, and then write the rows that its result describes.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any, TypeVar

from apps.accounts.models import User
from apps.accounts.selectors import current_entitlements
from apps.common.errors import Refusal, not_found
from apps.connections.cards import store_card
from apps.connections.models import PlatformAccount
from apps.requests import messages
from apps.requests.locks import lock_live_accounts
from apps.requests.models import Client, Reservation, ReservationGroup, Status
from apps.requests.rules import cards, changes, gating, schedule, seating, submission, time_windows
from apps.requests.rules.changes import Change
from apps.requests.rules.submission import Draft, Submission, VenueChoice
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles
from apps.venues.rules.booking_obstacles import Obstacle
from snipers.clients.base import CardOnFile

from . import obstacle_checks, on_behalf, plan_checks

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ValidSubmission:
    """A submission that may be filed, or an edit that may be made, with the rows that validation read and locked.

    `venues` (by our id) are in the order of the form; `accounts` are by platform; `members` are the reservations that
    the group already has. New reservations are active if `active`, otherwise paused, as in a paused group.
    `keeps_tables` means that the form names dates with a booked table.
    """

    user: User
    form: Submission
    venues: Mapping[int, Venue]
    accounts: Mapping[str, PlatformAccount]
    members: Collection[Reservation]
    change: Change
    active: bool
    keeps_tables: bool

    def enter_client(self, on_file: Mapping[int, CardOnFile]) -> Client | None:
        """Store the client of the submission and the cards in `on_file` (by account id). Return the client, or None if
        the user books for themselves."""
        return on_behalf.enter_client(
            owner=self.user, details=self.form.client, accounts=self.accounts.values(), on_file=on_file
        )

    def group_columns(self, client: Client | None) -> dict[str, Any]:
        """Return the values of the group's columns, by name."""
        return {
            "client": client,
            "diner_key": f"client:{client.pk}" if client else f"user:{self.user.pk}",
            "release_at": self.form.release_at,
            "time_windows": time_windows.stored(self.form.windows),
            **{name: getattr(self.form, name) for name in submission.COLUMNS},
        }

    def fill(self, request: Reservation) -> Reservation:
        """Set the account, card, seating, choice and end of a reservation from its venue and date, and return it."""
        venue = self.venues[request.venue_id]
        account, chosen = self.accounts.get(venue.reservation_source), self.form.card_ids.get(venue.reservation_source)
        kept = self._kept_card(account) if chosen is None and account is not None else chosen
        request.payment_method_id = None if account is None else kept or None
        request.account = account
        wanted = next(choice for choice in self.form.venues if choice.id == venue.pk)
        request.table_type, request.table_types = wanted.table_type, list(wanted.table_types)
        request.choice = self.form.choices()[venue.pk, request.date]
        request.ends_at = schedule.ends_at(
            day=request.date,
            start=time_windows.last_start(self.form.windows),
            zone=venue.time_zone,
            final_snipe_date=self.form.final_snipe_date,
            release_date=None if self.form.continue_as_cancel else self.form.release_date,
        )
        return request

    def _kept_card(self, account: PlatformAccount) -> str | None:
        """Return the card that the group's reservations with this account have, None for the default card."""
        return next((member.payment_method_id for member in self.members if member.account_id == account.pk), None)

    def add_requests(self, group_id: int) -> list[Reservation]:
        """Insert a reservation for each new pair of venue and date. Return these reservations."""
        status = Status.ACTIVE if self.active else Status.PAUSED
        return Reservation.objects.bulk_create(
            self.fill(Reservation(group_id=group_id, venue_id=venue_id, date=day, status=status))
            for venue_id, day in self.change.added
        )


def validate(
    draft: Draft,
    *,
    user: User,
    now: datetime,
    group: ReservationGroup | None = None,
    members: Collection[Reservation] = (),
) -> ValidSubmission:
    """Validate a draft, and return what to write. `group` and its reservations `members` are given for an edit.

    The caller's transaction has locked the user, the group and its reservations; this function locks the accounts. An
    edit ignores dates that are booked, ended or past, and does not conflict with its own group. Raises Refusal if the
    draft is invalid or not allowed.
    """
    booked, closed = changes.booked_dates(members), changes.closed_dates(members, now=now)
    keeps_tables = bool(booked & set(draft.dates))
    kept = {} if group is None else {name: getattr(group, name) for name in draft.kept}
    dates = tuple(day for day in draft.dates if day not in closed)
    if group is not None and draft.time_windows is None and _same_window(draft, group):
        kept["time_windows"] = time_windows.windows_of(group)
    draft = replace(draft, dates=dates, repeat_until=None if group is not None else draft.repeat_until, **kept)
    if booked and draft.one_table:
        # The group has a table for each of these dates already; a group with one table in all has no open dates left.
        errors = {"one_table_error": messages.HAS_TABLE}
        raise Refusal("has_table", 409, messages.HAS_TABLE, errors=errors)
    if keeps_tables and not draft.dates:
        raise Refusal("already_booked", 409, messages.ALREADY_BOOKED)
    release_kept = group is not None and (group.release_date, group.release_time) == (
        draft.release_date,
        draft.release_time,
    )
    form, venues = _check_form(draft, now=now, release_kept=release_kept)
    allowed = current_entitlements(user=user, now=now)
    obstacle_checks.refuse_obstacles(form, venues, allowed=allowed, locale=user.locale, now=now)
    diner_key, group_id = on_behalf.diner_key(owner=user, details=draft.client), group.pk if group else None
    if booked and group is not None and diner_key != group.diner_key:
        raise Refusal("other_client", 409, messages.OTHER_CLIENT)
    on_behalf.check_client(owner=user, details=draft.client, now=now)
    plan_checks.check_plan(
        allowed=allowed, form=form, venues=venues, diner_key=diner_key, group_id=group_id, locale=user.locale
    )
    accounts = _choose_accounts(form, user=user, venues=venues)
    _check_cards(form, accounts)
    places = [(venue.pk, day) for venue in venues for day in form.dates]
    change = changes.compare(members, wanted=places, now=now)
    active = group is None or any(member.status == Status.ACTIVE for member in members)
    freed = sum(member.pk in change.withdrawn and member.status == Status.ACTIVE for member in members)
    if active and len(change.added) > freed:
        wanted = len(change.added) - freed
        plan_checks.check_room(user=user, allowed=allowed, wanted=wanted, notify_only=form.notify_only)
    return ValidSubmission(
        user=user,
        form=form,
        venues={venue.pk: venue for venue in venues},
        accounts=accounts,
        members=members,
        change=change,
        active=active,
        keeps_tables=keeps_tables,
    )


def fields_of(group: ReservationGroup, members: Collection[Reservation]) -> dict[str, Any]:
    """Return the fields of a submission (rules/submission.py) that would file these reservations of the group again."""
    by_choice = sorted(members, key=lambda member: member.choice)
    venues = {
        member.venue_id: VenueChoice(
            id=member.venue_id,
            table_type=member.table_type,
            table_types=tuple(seating.wanted(table_type=member.table_type, table_types=member.table_types)),
        )
        for member in by_choice
    }
    return {
        "venues": tuple(venues.values()),
        "dates": tuple(sorted({member.date for member in members})),
        "dates_by_choice": tuple(dict.fromkeys(member.date for member in by_choice)),
        "time_windows": time_windows.windows_of(group),
        **{name: getattr(group, name) for name in submission.COLUMNS},
    }


def brings_card(draft: Draft) -> bool:
    """Return whether a draft has a new card of a client, which a booking needs."""
    details = draft.client
    return details is not None and details.card is not None and details.card.is_new and not draft.notify_only


def put_card_on_file(valid: ValidSubmission, *, now: datetime) -> Mapping[int, CardOnFile]:
    """Put the client's new card on file at each account, outside any transaction. Return the cards by account id.

    If one platform refuses the card, the card stays on file, unused, at the platforms that accepted it.
    """
    details = valid.form.client
    if details is None or details.card is None:
        return {}
    card = cards.to_card(details.card, zip_code=details.zip_code)
    return {
        account.pk: store_card(user=valid.user, account=account, card=card, now=now)
        for account in valid.accounts.values()
    }


def _same_window(draft: Draft, group: ReservationGroup) -> bool:
    return (draft.start_time, draft.end_time) == (group.start_time, group.end_time)


def _check_form(draft: Draft, *, now: datetime, release_kept: bool) -> tuple[Submission, list[Venue]]:
    """Return the complete submission, and its venues in the order of the form.

    Raises Refusal for errors that do not depend on the user. `release_kept` means that an edit keeps the release.
    """
    form = submission.complete(draft)
    if form is None:
        raise Refusal("incomplete", 400, messages.INCOMPLETE, errors=submission.missing(draft))
    _refuse_invalid(submission.mistakes(form))
    found = Venue.objects.filter(opted_out=False, closed_at=None).in_bulk([choice.id for choice in form.venues])
    if len(found) < len(form.venues):
        raise not_found("restaurant")
    for zone in sorted({venue.time_zone for venue in found.values()}):
        _refuse_invalid(submission.calendar_mistakes(form, now=now, zone=zone, release_kept=release_kept))
    venues = [found[choice.id] for choice in form.venues]
    mistakes = seating.mistakes(form, venues=venues)
    strictest = seating.strictest(form.party_size, venues)
    if strictest is not None:
        sentence = mistakes["party_size_error"]
        _refuse_invalid(mistakes, booking_obstacles.of_party(strictest, sentence=sentence))
    _refuse_invalid(mistakes)
    return form, venues


def _refuse_invalid(errors: Mapping[str, str], obstacle: Obstacle | None = None) -> None:
    if errors:
        extra = None if obstacle is None else {"obstacles": [asdict(obstacle)]}
        raise Refusal("invalid", 400, next(iter(errors.values())), errors=errors, extra=extra)


def _check_cards(form: Submission, accounts: Mapping[str, PlatformAccount]) -> None:
    """Raise Refusal 400 for a chosen card that is not on file at the selected account."""
    for platform, card_id in form.card_ids.items():
        account = accounts.get(platform)
        if card_id and account is not None and card_id not in [card.id for card in account.cards]:
            errors = {"card_error": messages.CARD_UNKNOWN}
            raise Refusal("card_unknown", 400, messages.CARD_UNKNOWN, errors=errors)


def _choose_accounts(form: Submission, *, user: User, venues: Sequence[Venue]) -> Mapping[str, PlatformAccount]:
    """Lock the user's accounts. Return the selected account for each platform that a venue uses.

    Raises Refusal: 404 for another user's account and, unless the request only notifies, 409 if a platform has no
    connected account, 400 if it has one and none is selected.
    """
    by_id = {account.pk: account for account in lock_live_accounts(user)}
    for platform, account_id in form.account_ids.items():
        if account_id not in by_id or by_id[account_id].platform != platform:
            raise not_found("account")
    platforms = {venue.reservation_source for venue in venues}
    connected = {account.platform for account in by_id.values()}
    if not form.notify_only and (refused := gating.account_needed(venues=venues, connected=connected)):
        raise Refusal("account_needed", 409, refused, errors={"venues_error": refused})
    if not form.notify_only and platforms - form.account_ids.keys():
        raise Refusal("incomplete", 400, messages.INCOMPLETE, errors={"account_error": messages.NO_ACCOUNT})
    return {platform: by_id[pk] for platform, pk in form.account_ids.items() if platform in platforms}
