"""The REST endpoints of requests: list, file, edit, pause, unpause, cancel, and read what the request form needs."""

from functools import partial

from django.http import HttpResponse
from django.utils import timezone
from ninja import Query, Router, Status

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.errors import Refusal, not_found
from apps.common.schemas import Id
from apps.keys.idempotency import idempotent
from apps.listing.schemas.groups import GroupOut
from apps.listing.schemas.requests import (
    BulkIn,
    BulkOut,
    CountsOut,
    DatesIn,
    DatesOut,
    ExistingRestaurantsOut,
    FeeIn,
    FiledOut,
    GroupsOut,
    ListIn,
    SharedOut,
    StopOut,
)
from apps.listing.selectors import form_data, group_pages
from apps.mandates import services as mandates
from apps.odds import stating
from apps.odds.schemas.odds import OddsIn, OddsOut
from apps.odds.schemas.venue_activity import VenueActivityOut
from apps.odds.selectors import venue_activity
from apps.outcomes import open_cancellations, shared_tables, table_reads
from apps.outcomes.open_cancellations import KeptTable
from apps.outcomes.schemas import TimelineOut
from apps.outcomes.selectors import booked_tables
from apps.outcomes.selectors import timeline as timelines
from apps.readiness import calls as readiness_calls
from apps.readiness import page as readiness_page
from apps.readiness import rehearsals
from apps.readiness.schemas import ReadinessOut
from apps.requests import messages, parsing
from apps.requests.schemas.submissions import FilingIn, SubmissionIn
from apps.requests.services import editing, filing, resubmission
from apps.requests.stops.stopping import Stop
from apps.swaps import looking
from apps.weekly import rule_changes

from . import commands

router = Router(auth=bearer)

CALENDAR = "text/calendar"
FILE_OUT = {
    "responses": {
        200: {"description": "The table as a calendar file.", "content": {CALENDAR: {"schema": {"type": "string"}}}}
    }
}


@router.get("/", response=GroupsOut)
def list_requests(request: SignedInRequest, wanted: Query[ListIn]) -> GroupsOut:
    """Return one page of the user's groups, with the counts of all tabs and the warnings.

    `page_size` may be up to 500, for tables of thousands of groups. `ids` selects the groups that an event names.
    """
    return group_pages.groups_page(user=request.auth.user, wanted=wanted, now=timezone.now())


@router.post("/", response={201: FiledOut})
@idempotent
def create_request(request: SignedInRequest, body: FilingIn) -> Status[FiledOut]:
    """File a submission: one group with one reservation for each venue and date; with `moreClients`, for each client.

    If one client is refused, nothing is filed, and `clients` has the reasons.
    """
    user, now = request.auth.user, timezone.now()
    record = partial(rule_changes.create_rule, now=now)
    file = partial(filing.create_groups, user_id=user.pk, drafts=parsing.parse_drafts(body), now=now, record=record)
    repeats = body.reservation.repeat_until is not None
    return Status(201, commands.file(user, file, repeats=repeats, now=now))


@router.get("/counts/", response=CountsOut)
def count_requests(request: SignedInRequest) -> CountsOut:
    """Return the number of active reservations and the plan's limit."""
    return form_data.counts(user=request.auth.user, now=timezone.now())


@router.get("/existing-restaurants/", response=ExistingRestaurantsOut)
def list_existing_restaurants(request: SignedInRequest) -> ExistingRestaurantsOut:
    """Return the venues where the user has an active reservation or a booking."""
    return form_data.existing_restaurants(user=request.auth.user, now=timezone.now())


@router.get("/kept-tables/", response=list[KeptTable])
def list_kept_tables(request: SignedInRequest) -> list[KeptTable]:
    """Return the tables that would stay booked if the user closed the account now, the earliest first."""
    return open_cancellations.tables_that_stay(user=request.auth.user, now=timezone.now())


@router.get("/venues/{venue_id}/", response=VenueActivityOut)
def get_venue_activity(request: SignedInRequest, venue_id: Id) -> VenueActivityOut:
    """Return the user's requests at a venue, the last openings that were seen there and the last known fee."""
    return venue_activity.activity_at(user=request.auth.user, venue_id=venue_id, now=timezone.now())


@router.post("/odds/", response=OddsOut)
def estimate_draft_odds(request: SignedInRequest, body: OddsIn) -> OddsOut:
    """Return the odds that a submission would have, and the changes that would raise them. Nothing is filed.

    The odds are null for a release request, for an incomplete submission, and if too little is known.
    """
    return stating.of_draft(draft=parsing.parse_draft(SubmissionIn(reservation=body.reservation)), now=timezone.now())


@router.post("/get-unique-unactive-dates-by-group/", response=DatesOut)
def list_closed_dates(request: SignedInRequest, body: DatesIn) -> DatesOut:
    """Return the dates of a group that can no longer be changed."""
    if body.group_id is None:
        raise Refusal("group_id_required", 400, messages.GROUP_ID_REQUIRED)
    return form_data.closed_dates(user=request.auth.user, group_id=body.group_id, now=timezone.now())


@router.post("/bulk/", response=BulkOut)
def change_requests(request: SignedInRequest, body: BulkIn) -> BulkOut:
    """Pause, unpause or delete up to 100 groups, each in its own transaction.

    Waits up to 3 s in all for booking calls in flight.
    """
    user = request.auth.user
    results = commands.change_each(user, body.action, body.group_ids, now=timezone.now())
    groups = group_pages.group_cards_of(user=user, group_ids=body.group_ids, now=timezone.now())
    return BulkOut(results=results, groups=groups)


@router.get("/{group_id}/", response=GroupOut)
def get_request(request: SignedInRequest, group_id: Id) -> GroupOut:
    """Return one group of the user with its reservations."""
    return commands.card(request.auth.user, group_id)


@router.put("/{group_id}/", response=FiledOut)
def update_request(request: SignedInRequest, group_id: Id, body: SubmissionIn) -> FiledOut:
    """Edit a group. Finished dates stay; open dates are changed, added or withdrawn.

    Waits up to 3 s for a booking call in flight. If the call is still open then, nothing changes (409).
    """
    mandates.refuse_program_edit(request.auth, group_id=group_id)
    user, draft, now = request.auth.user, parsing.parse_draft(body), timezone.now()
    edit = partial(editing.edit_group, user_id=user.pk, group_id=group_id, draft=draft, now=now)
    keeps_tables = table_reads.retry(edit, now=now)
    message = messages.EDITED_BUT_TABLES if keeps_tables else messages.EDITED
    return FiledOut(message=message, group=commands.card(user, group_id))


@router.delete("/{group_id}/", response={200: StopOut, 202: StopOut})
def delete_request(request: SignedInRequest, group_id: Id) -> Status[StopOut]:
    """Cancel a group. Waits up to 3 s for a booking call in flight.

    The answer is 409 if that call books a table or if the group had already ended. It is 202 if the call is still open
    after 3 s; then its reservation is canceled when the call ends without a table.
    """
    return _stop(request, group_id, Stop.DELETE)


@router.post("/{group_id}/pause/", response={200: StopOut, 202: StopOut})
def pause_request(request: SignedInRequest, group_id: Id) -> Status[StopOut]:
    """Pause a group. Waits up to 3 s for a booking call in flight.

    The answer is 409 if that call books a table or if the group had already ended. It is 202 if the
    call is still open after 3 s; then its reservation is paused when the call ends without a table.
    """
    return _stop(request, group_id, Stop.PAUSE)


@router.post("/{group_id}/unpause/", response=StopOut)
def unpause_request(request: SignedInRequest, group_id: Id) -> StopOut:
    """Make a paused group active again."""
    user, now = request.auth.user, timezone.now()
    commands.unpause(user, group_id, now=now)
    return StopOut(message=messages.UNPAUSED, group=commands.card(user, group_id))


@router.post("/{group_id}/again/", response={201: FiledOut})
@idempotent
def repeat_request(request: SignedInRequest, group_id: Id) -> Status[FiledOut]:
    """File the request again for each date whose booked table was canceled at the platform."""
    mandates.refuse_program_edit(request.auth, group_id=group_id)
    user, now = request.auth.user, timezone.now()
    again = partial(resubmission.look_again, user_id=user.pk, group_id=group_id, now=now)
    return Status(201, commands.file(user, lambda: [again()], repeats=False, now=now))


@router.post("/{group_id}/tables/{reservation_id}/cancel/", response={202: StopOut})
def cancel_table(request: SignedInRequest, group_id: Id, reservation_id: Id) -> Status[StopOut]:
    """Cancel a booked table at its platform. The result follows as an event within seconds.

    Until then `booked.canceling` is true. A failure leaves the table and notifies the user.
    """
    user, now = request.auth.user, timezone.now()
    return Status(202, commands.cancel_table(user, group_id, reservation_id, now=now))


@router.post("/{group_id}/tables/{reservation_id}/look-for-better/", response={201: FiledOut})
@idempotent
def seek_better_table(request: SignedInRequest, group_id: Id, reservation_id: Id) -> Status[FiledOut]:
    """Start a search for a table that the user ranks above the booked one. The search books nothing: it offers a swap.

    Returns the notify-only group of the search. If the booked table has a search already, its group is returned.
    """
    user, now = request.auth.user, timezone.now()
    found = looking.start(user_id=user.pk, group_id=group_id, reservation_id=reservation_id, now=now)
    return Status(201, FiledOut(message=messages.LOOKING, group=commands.card(user, found)))


@router.post("/{group_id}/tables/{reservation_id}/share/", response=SharedOut)
def share_table(request: SignedInRequest, group_id: Id, reservation_id: Id) -> SharedOut:
    """Return the link that shows a booked table to guests without sign-in. It works until 3 days after the meal."""
    user = request.auth.user
    url = shared_tables.share(user_id=user.pk, group_id=group_id, reservation_id=reservation_id)
    return SharedOut(url=url, group=commands.card(user, group_id))


@router.delete("/{group_id}/tables/{reservation_id}/share/", response=StopOut)
def stop_sharing_table(request: SignedInRequest, group_id: Id, reservation_id: Id) -> StopOut:
    """End the link of a table at once, also of one that was canceled meanwhile."""
    user = request.auth.user
    if not shared_tables.stop(user_id=user.pk, group_id=group_id, reservation_id=reservation_id):
        raise not_found("table")
    return StopOut(message=messages.NOT_SHARED, group=commands.card(user, group_id))


@router.get("/{group_id}/tables/{reservation_id}/calendar/", openapi_extra=FILE_OUT)
def get_calendar_file(request: SignedInRequest, group_id: Id, reservation_id: Id) -> HttpResponse:
    """Return a booked table as an iCalendar file."""
    user, now = request.auth.user, timezone.now()
    text = booked_tables.calendar_file(user=user, group_id=group_id, reservation_id=reservation_id, now=now)
    response = HttpResponse(text, content_type=f"{CALENDAR}; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="table.ics"'
    return response


@router.post("/{group_id}/accept-fee/", response=FiledOut)
def accept_fee(request: SignedInRequest, group_id: Id, body: FeeIn) -> FiledOut:
    """Raise the amounts that a group accepts, or accept one that the platform does not state.

    Waits up to 3 s for a booking call in flight. If the call is still open then, nothing changes (409).
    """
    user = request.auth.user
    mandates.refuse_program_edit(request.auth, group_id=group_id)
    editing.accept_fee(user_id=user.pk, group_id=group_id, **body.model_dump(), now=timezone.now())
    return FiledOut(message=messages.EDITED, group=commands.card(user, group_id))


@router.get("/{group_id}/odds/", response=OddsOut)
def get_request_odds(request: SignedInRequest, group_id: Id) -> OddsOut:
    """Return the odds that the active part of a group still has, and the changes that would raise them.

    The odds are null for a release request, for a group without an active reservation, and if too little is known.
    """
    return stating.of_group(user=request.auth.user, group_id=group_id, now=timezone.now())


@router.get("/{group_id}/timeline/", response=TimelineOut)
def get_request_timeline(request: SignedInRequest, group_id: Id) -> TimelineOut:
    """Return the timeline of a group, newest first.

    This call also queues a reading of the accounts that hold its booked tables, at most once a minute for each account.
    """
    shown = timelines.group_timeline(user=request.auth.user, group_id=group_id)
    table_reads.request_reading(group_id=group_id, now=timezone.now())
    return shown


@router.get("/{group_id}/readiness/", response=ReadinessOut)
def get_request_readiness(request: SignedInRequest, group_id: Id) -> ReadinessOut:
    """Return whether a group is ready to book: one line for each check, and the last rehearsal.

    This call also queues new readings of the account, the platform's clock or the restaurant's page, which finish
    within seconds. These are the readings on which a line that is not ready depends; in the half hour before a release,
    readings that are older than a minute are renewed too.
    """
    now = timezone.now()
    page = readiness_page.readiness_of(user=request.auth.user, group_id=group_id, now=now)
    readiness_calls.request_renewal(group=page.group, members=page.members, lines=page.lines, now=now)
    return page.answer


@router.post("/{group_id}/rehearse/", response={202: ReadinessOut})
def rehearse_request(request: SignedInRequest, group_id: Id) -> Status[ReadinessOut]:
    """Start a rehearsal: the calls of a booking with the group's account, without the booking call.

    The group's readiness contains the steps when the rehearsal has ended, usually within seconds.
    """
    user, now = request.auth.user, timezone.now()
    rehearsals.request(user=user, group_id=group_id, now=now)
    return Status(202, readiness_page.readiness_of(user=user, group_id=group_id, now=now).answer)


def _stop(request: SignedInRequest, group_id: int, stop: Stop) -> Status[StopOut]:
    answer = commands.stop(request.auth.user, group_id, stop, now=timezone.now())
    return Status(202 if answer.code else 200, answer)
