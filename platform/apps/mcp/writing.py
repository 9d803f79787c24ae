"""The tools that change something, and the previews that issue the confirmations for them.

Filing, unpausing, deleting and canceling need a confirmation. Filing within a mandate needs none, as the user has
approved the mandate. Pausing needs none: it books and ends nothing, and one
call undoes it.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Any

from django.conf import settings
from django.db import transaction

from apps.clients import book
from apps.common.errors import Refusal, require_row
from apps.common.platform_wire import PlatformAccountOut
from apps.connections.models import AccountStatus, PlatformAccount
from apps.keys.models import Scope
from apps.keys.programs import Program, scope_missing
from apps.listing.selectors import form_data
from apps.mandates import selectors
from apps.mandates import services as mandates
from apps.mandates.models import Mandate
from apps.mandates.terms import Terms
from apps.mcp import confirmations, messages, schemas
from apps.mcp.confirmations import LIFETIME, Deed
from apps.odds import stating
from apps.odds.selectors import venue_activity
from apps.outcomes import table_reads
from apps.outcomes.rules import deadlines
from apps.outcomes.schemas import table_terms
from apps.requests import messages as request_messages
from apps.requests import parsing
from apps.requests.models import Attempt, AttemptState
from apps.requests.rules import cards
from apps.requests.schemas.clients import ClientDetailsIn
from apps.requests.schemas.submissions import SubmissionIn
from apps.requests.services import filing, on_behalf, unpausing
from apps.requests.stops.stopping import Stop
from apps.reservations import commands
from apps.venues.models import Venue
from apps.venues.schemas import VenueOut
from apps.weekly import rule_changes
from snipers.clients import registry

from .schemas import Answer


def preview_request(program: Program, given: schemas.RequestIn, now: datetime) -> Answer:
    """Show what a request would do, and file nothing: guest, restaurants, dates, fees, odds, the plan's limit, and what
    is missing. Returns the confirmation that file_request needs if `ready`."""
    user, venues, form = program.user, _venues(given), _submission(program, given)
    guest = form.clientDetails or user
    draft = parsing.parse_draft(form)
    accounts = _accounts(program, venues)
    missing = [] if draft.notify_only else list(_missing(accounts, venues, chosen=draft.account_ids.values()))
    refused = _refusal(program, form, now=now)
    # A refusal that is only about accounts says less than `missing` does.
    if refused is not None and not (missing and refused.errors.keys() == {"account_error"}):
        missing.insert(0, refused.body())
    shown = {
        "ready": refused is None,
        "guest": f"{guest.first_name} {guest.last_name}",
        "reservation": given.reservation.model_dump(mode="json", exclude_none=True),
        "restaurants": [VenueOut.model_validate(venue) for venue in venues],
        "last_fees": {str(venue.pk): venue_activity.last_fee(venue) for venue in venues},
        "accounts": [PlatformAccountOut.model_validate(account) for account in accounts],
        "chosen_accounts": draft.account_ids,
        **dict(stating.of_draft(draft=draft, now=now)),
        "active_requests": form_data.counts(user=user, now=now),
        "missing": missing,
    }
    if refused is not None:
        return Answer(messages.COMPLETE_REQUEST, shown)
    deed = Deed(program, "file_request", form.model_dump(mode="json"))
    return Answer(messages.CONFIRM_FILING, {**shown, **_confirmation(deed, now=now)})


def file_request(program: Program, given: schemas.FileRequestIn, now: datetime) -> Answer:
    """File a previewed request, or one within an approved mandate. Tablehawk then watches, and books a table by itself
    within the request's limits."""
    user, form = program.user, _submission(program, given)
    deed = Deed(program, "file_request", form.model_dump(mode="json"))
    drafts, confirmation, record = [parsing.parse_draft(form)], given.confirmation, _record(program, given, now=now)

    @transaction.atomic
    def create() -> list[int]:
        if confirmation is not None:
            confirmations.spend(confirmation, deed, now=now)
        return filing.create_groups(user_id=user.pk, drafts=drafts, now=now, record=record)

    repeats = given.reservation.repeat_until is not None
    return Answer(messages.FILED, dict(commands.file(user, create, repeats=repeats, now=now)))


def draft_mandate(program: Program, given: Terms, now: datetime) -> Answer:
    """Ask the user for a mandate: to file requests within these limits without confirming each. Nothing may be filed
    before the user approves it on the page of the answer. A draft lapses after a day."""
    return _mandate(mandates.draft(program=program, terms=given, now=now), now=now)


def get_mandate(program: Program, given: schemas.MandateIdIn, now: datetime) -> Answer:
    """Show a mandate that this program has drafted: whether the user has approved it, and how many tables are left."""
    row = selectors.read(user_id=program.user.pk, mandate_id=given.mandate_id, client_id=program.client_id)
    return _mandate(row, now=now)


def pause_request(program: Program, given: schemas.RequestIdIn, now: datetime) -> Answer:
    """Stop watching for a request until it is unpaused. A table that is being booked right now may still be booked."""
    stopped = commands.stop(program.user, given.request_id, Stop.PAUSE, now=now)
    return Answer(messages.STOPPING if stopped.code else messages.PAUSED, dict(stopped))


def unpause_request(program: Program, given: schemas.ChangeIn, now: datetime) -> Answer:
    """Make a paused request active again, so that it can book. The first call, without confirmation, only shows it."""
    user, deed = program.user, Deed(program, "unpause_request", given.request_id)
    if given.confirmation is None:
        return _show(deed, next_step=messages.CONFIRM_UNPAUSE, now=now)
    confirmation = given.confirmation

    @transaction.atomic
    def unpause() -> None:
        confirmations.spend(confirmation, deed, now=now)
        unpausing.unpause_group(user_id=user.pk, group_id=given.request_id, now=now)

    table_reads.retry(unpause, now=now)
    card = commands.card(user, given.request_id)
    return Answer(messages.UNPAUSED, {"message": request_messages.UNPAUSED, "group": card})


def delete_request(program: Program, given: schemas.ChangeIn, now: datetime) -> Answer:
    """End a request for good. A booked table stays booked. The first call, without confirmation, only shows it."""
    deed = Deed(program, "delete_request", given.request_id)
    if given.confirmation is None:
        return _show(deed, next_step=messages.CONFIRM_DELETE, now=now)
    # A transaction of its own, because a stop waits for a booking call that locks the same rows.
    with transaction.atomic():
        confirmations.spend(given.confirmation, deed, now=now)
    stopped = commands.stop(program.user, given.request_id, Stop.DELETE, now=now)
    return Answer(messages.STOPPING if stopped.code else messages.DELETED, dict(stopped))


def preview_cancel(program: Program, given: schemas.TableIn, now: datetime) -> Answer:
    """Show a booked table and whether canceling it costs something now, and cancel nothing. Returns the confirmation
    that cancel_table needs."""
    attempt = _booked(program, given)
    deed = _cancellation(program, attempt, now=now)
    shown = {"table": table_terms(attempt), "costs_now": deed.content[1]}
    return Answer(messages.CONFIRM_CANCEL, {**shown, **_confirmation(deed, now=now)})


@transaction.atomic
def cancel_table(program: Program, given: schemas.CancelTableIn, now: datetime) -> Answer:
    """Cancel a previewed table at its platform. The platform's answer follows within seconds, in get_request."""
    attempt = _booked(program, given)
    confirmations.spend(given.confirmation, _cancellation(program, attempt, now=now), now=now)
    canceling = commands.cancel_table(program.user, given.request_id, given.reservation_id, now=now)
    return Answer(messages.CANCELING, dict(canceling))


def _record(program: Program, given: schemas.FileRequestIn, *, now: datetime) -> filing.Record:
    """Return what the transaction of a filing does besides. Raises Refusal 400 without exactly one permission."""
    if (given.confirmation is None) == (given.mandate is None):
        raise Refusal("one_permission", 400, messages.ONE_PERMISSION)
    if given.mandate is None:
        return partial(rule_changes.create_rule, now=now)
    return partial(mandates.record_within, program=program, mandate_id=given.mandate, now=now)


def _mandate(row: Mandate, *, now: datetime) -> Answer:
    found = selectors.shown(row, now=now)
    next_step = messages.MANDATE.get(found.state, messages.MANDATE_OVER)
    page = f"{settings.PUBLIC_URL}/mandates/{row.pk}"
    return Answer(next_step, {"mandate": found.model_dump(mode="json", exclude={"digest"}), "page": page})


def _venues(given: schemas.RequestIn) -> list[Venue]:
    """Return the chosen restaurants that are listed, in the order of the request."""
    found = Venue.objects.filter(opted_out=False, closed_at=None).in_bulk([one.id for one in given.reservation.venues])
    return [found[one.id] for one in given.reservation.venues if one.id in found]


def _accounts(program: Program, venues: Collection[Venue]) -> list[PlatformAccount]:
    """Return the user's accounts at the restaurants' platforms."""
    platforms = {venue.reservation_source for venue in venues}
    live = PlatformAccount.objects.filter(user=program.user, platform__in=platforms)
    return list(live.exclude(status=AccountStatus.DISCONNECTED).order_by("pk"))


def _submission(program: Program, given: schemas.RequestIn) -> SubmissionIn:
    """Return the request as the REST API gets it. At a platform where none was chosen, the only account is."""
    chosen = dict(given.selectedAccounts)
    accounts = _accounts(program, _venues(given))
    at = Counter(account.platform for account in accounts)
    for account in accounts:
        if at[account.platform] == 1:
            chosen.setdefault(account.platform, account.pk)
    client = _client(program, given, accounts=chosen.values())
    return SubmissionIn(reservation=given.reservation, selectedAccounts=chosen, clientDetails=client)


def _client(program: Program, given: schemas.RequestIn, *, accounts: Collection[int]) -> ClientDetailsIn | None:
    """Return the client of a request, with the card on file. Raises Refusal: 403 without the scope or a client book,
    404 for another user's client, 409 without a card."""
    if given.client is None:
        return None
    if Scope.CLIENTS_READ not in program.scopes:
        raise scope_missing(Scope.CLIENTS_READ)
    client = book.client_of(owner=program.user, client_id=given.client)
    held = client.cards.filter(account__in=accounts).values_list("last_four", flat=True).first()
    if accounts and held is None:
        raise Refusal("no_card", 409, messages.NO_CLIENT_CARD)
    number = cards.mask(last_four=held or "0000")
    return ClientDetailsIn.model_validate({**on_behalf.details_of(client).person, "cc_number": number})


def _refusal(program: Program, form: SubmissionIn, *, now: datetime) -> Refusal | None:
    """Return why the request would be refused if it were filed now."""
    try:
        filing.check(user_id=program.user.pk, draft=parsing.parse_draft(form), now=now)
    except Refusal as refusal:
        return refusal
    return None


def _missing(
    accounts: Collection[PlatformAccount], venues: Collection[Venue], *, chosen: Collection[int]
) -> Iterator[dict[str, Any]]:
    """Yield what is missing at the accounts of the restaurants' platforms, in the form of a refusal."""
    for key in dict.fromkeys(venue.reservation_source for venue in venues):
        name, url = registry.find(key).name, settings.PUBLIC_URL
        here = [account for account in accounts if account.platform == key]
        account = next((one for one in here if one.pk in chosen), None)
        if not here:
            yield {"code": "account_needed", "message": messages.no_account(platform=name, url=url)}
        elif account is None:
            yield {"code": "choose_account", "message": messages.choose_account(platform=name)}
        elif account.status != AccountStatus.CONNECTED:
            yield {"code": "needs_reconnect", "message": messages.needs_reconnect(platform=name, url=url)}
        elif account.payment_method_id is None and not account.is_concierge:
            yield {"code": "no_card", "message": messages.no_card(platform=name)}


def _booked(program: Program, given: schemas.TableIn) -> Attempt:
    """Return the booked table. Raises Refusal: 404 for another user's request, 409 if it has no table."""
    commands.card(program.user, given.request_id)
    booked = Attempt.objects.filter(
        reservation_id=given.reservation_id,
        reservation__group_id=given.request_id,
        reservation__group__user=program.user,
        state=AttemptState.BOOKED,
    )
    return require_row(booked.select_related("reservation__venue"), "table")


def _cancellation(program: Program, attempt: Attempt, *, now: datetime) -> Deed:
    """Return the cancellation of a table, with whether it costs something now. A confirmation of a free cancellation is
    none of one that costs something."""
    terms = {name: getattr(attempt, name) for name in ("free_until", "cancel_fee_cents", "deposit_cents")}
    return Deed(program, "cancel_table", [attempt.pk, deadlines.costs(**terms, now=now)])


def _show(deed: Deed, *, next_step: str, now: datetime) -> Answer:
    """Return the request that a deed would change, with a confirmation."""
    card = commands.card(deed.program.user, deed.content)
    return Answer(next_step, {"group": card, **_confirmation(deed, now=now)})


def _confirmation(deed: Deed, *, now: datetime) -> Mapping[str, Any]:
    return {"confirmation": confirmations.issue(deed, now=now), "expires_at": (now + LIFETIME).isoformat()}
