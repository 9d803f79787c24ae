"""The reservations endpoints: parse, one domain call, translate."""

from typing import Annotated

from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from apps.accounts.auth import SignedInRequest, bearer
from apps.common.errors import Refusal
from apps.common.schemas import BIGGEST_ID, REFUSALS, Page, RefusalOut, SearchText

from . import edits, forms, selectors, services, standing, stops
from .rules.group_status import StatusName
from .schemas import (
    CountsOut,
    DatesIn,
    DatesOut,
    ExistingRestaurantsOut,
    FiledOut,
    GroupOut,
    GroupsOut,
    StopOut,
    SubmissionIn,
    TimelineOut,
)
from .stops import Answer, Stop

router = Router(auth=bearer)

GroupId = Annotated[int, Field(ge=1, le=BIGGEST_ID)]
SENTENCES = {
    (Stop.PAUSE, Answer.STOPPED): "Request paused.",
    (
        Stop.PAUSE,
        Answer.STOPPING,
    ): "A table is being booked right now. We pause the request as soon as that is settled.",
    (Stop.DELETE, Answer.STOPPED): "Request canceled.",
    (
        Stop.DELETE,
        Answer.STOPPING,
    ): "A table is being booked right now. We cancel the request as soon as that is settled.",
}
FILED = {
    "cancel": "Request filed. We are watching.",
    "release": "Request filed. We will be there when the reservations are released.",
}
EDITED = "Request updated."
EDITED_BUT_TABLES = "Request updated. What is already booked stays as it is."
ALREADY_BOOKED = "Too late to stop: the table is already booked."
OVER = "This request is over."


@router.get("/", response={200: GroupsOut, REFUSALS: RefusalOut})
def reservations(
    request: SignedInRequest, status: StatusName | None = None, search: SearchText = "", page: Page = 1
) -> GroupsOut:
    """Answer one page of the user's groups, with the counts of all tabs and the warnings."""
    return selectors.groups_page(
        user=request.auth.user, status=status or "", search=search, page=page, now=timezone.now()
    )


@router.post("/", response={201: FiledOut, REFUSALS: RefusalOut})
def file_reservation(request: SignedInRequest, body: SubmissionIn) -> Status[FiledOut]:
    """File a submission: one group with one request for each venue and date."""
    user = request.auth.user
    group_id = services.create_group(
        user_id=user.pk,
        draft=forms.draft(body),
        resy_account_id=body.selectedResyAccount,
        opentable_account_id=body.selectedOpenTableAccount,
        client=forms.client(body.clientDetails),
        now=timezone.now(),
    )
    group = selectors.group_card(user=user, group_id=group_id, now=timezone.now())
    return Status(201, FiledOut(message=FILED[group.snipe_type], group=group))


@router.get("/counts/", response={200: CountsOut, REFUSALS: RefusalOut})
def counts(request: SignedInRequest) -> CountsOut:
    """Answer how many requests are active and how many the plan allows."""
    return standing.counts(user=request.auth.user, now=timezone.now())


@router.get("/existing-restaurants/", response={200: ExistingRestaurantsOut, REFUSALS: RefusalOut})
def existing_restaurants(request: SignedInRequest) -> ExistingRestaurantsOut:
    """Answer the venues where the user has an active task or a booking."""
    return standing.existing_restaurants(user=request.auth.user, now=timezone.now())


@router.post("/get-unique-unactive-dates-by-group/", response={200: DatesOut, REFUSALS: RefusalOut})
def closed_dates(request: SignedInRequest, body: DatesIn) -> DatesOut:
    """Answer the group's dates that can not be changed any more."""
    if body.group_id is None:
        raise Refusal("group_id_required", 400, "group_id is required")
    return standing.closed_dates(user=request.auth.user, group_id=body.group_id, now=timezone.now())


@router.get("/{group_id}/", response={200: GroupOut, REFUSALS: RefusalOut})
def reservation(request: SignedInRequest, group_id: GroupId) -> GroupOut:
    """Answer one group."""
    return selectors.group_card(user=request.auth.user, group_id=group_id, now=timezone.now())


@router.put("/{group_id}/", response={200: FiledOut, REFUSALS: RefusalOut})
def edit_reservation(request: SignedInRequest, group_id: GroupId, body: SubmissionIn) -> FiledOut:
    """Edit a group: finished dates stay, changed open ones are added or withdrawn.

    Waits up to 3 s while a table is being booked; if that is not settled by then nothing is changed (409).
    """
    user = request.auth.user
    keeps_tables = edits.edit_group(
        user_id=user.pk,
        group_id=group_id,
        draft=forms.draft(body),
        resy_account_id=body.selectedResyAccount,
        opentable_account_id=body.selectedOpenTableAccount,
        client=forms.client(body.clientDetails),
        now=timezone.now(),
    )
    group = selectors.group_card(user=user, group_id=group_id, now=timezone.now())
    return FiledOut(message=EDITED_BUT_TABLES if keeps_tables else EDITED, group=group)


@router.delete("/{group_id}/", response={200: StopOut, 202: StopOut, REFUSALS: RefusalOut})
def delete(request: SignedInRequest, group_id: GroupId) -> Status[StopOut]:
    """Cancel a group. Waits up to 3 s while a table is being booked and answers what became of it."""
    return _stop(request, group_id, Stop.DELETE)


@router.post("/{group_id}/pause/", response={200: StopOut, 202: StopOut, REFUSALS: RefusalOut})
def pause(request: SignedInRequest, group_id: GroupId) -> Status[StopOut]:
    """Pause a group. Waits up to 3 s while a table is being booked and answers what became of it."""
    return _stop(request, group_id, Stop.PAUSE)


@router.post("/{group_id}/unpause/", response={200: StopOut, REFUSALS: RefusalOut})
def unpause(request: SignedInRequest, group_id: GroupId) -> StopOut:
    """Take a paused group up again."""
    user, now = request.auth.user, timezone.now()
    services.unpause_group(user_id=user.pk, group_id=group_id, now=now)
    return StopOut(message="Request active again.", group=selectors.group_card(user=user, group_id=group_id, now=now))


@router.get("/{group_id}/timeline/", response={200: TimelineOut, REFUSALS: RefusalOut})
def timeline(request: SignedInRequest, group_id: GroupId) -> TimelineOut:
    """Answer what happened to a group, newest first."""
    return standing.group_timeline(user=request.auth.user, group_id=group_id)


def _stop(request: SignedInRequest, group_id: int, stop: Stop) -> Status[StopOut]:
    user = request.auth.user
    answer = stops.stop_group(user_id=user.pk, group_id=group_id, stop=stop, now=timezone.now())
    group = selectors.group_card(user=user, group_id=group_id, now=timezone.now())
    if answer in (Answer.ALREADY_BOOKED, Answer.OVER):
        sentence = ALREADY_BOOKED if answer is Answer.ALREADY_BOOKED else OVER
        raise Refusal(answer, 409, sentence, extra={"group": group.model_dump(mode="json")})
    if answer is Answer.STOPPING:
        return Status(202, StopOut(message=SENTENCES[stop, answer], group=group, code="stopping"))
    return Status(200, StopOut(message=SENTENCES[stop, answer], group=group))
