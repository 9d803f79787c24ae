"""Unusual slots that public clients reported in 2025 and 2026 (rows R6 and R8 of the clients' CHECKLIST.md files)."""

from collections.abc import Sequence

import pytest

from snipers.clients.base import Found
from snipers.clients.errors import AccountGone, Malformed
from snipers.clients.tests.site import Site
from snipers.domain.outcome import Booked
from snipers.domain.slot import Slot
from snipers.domain.vocabulary import SkipReason

RESY_ALONE = pytest.mark.parametrize("either", ["resy"], indirect=True)
TIMES = [f"{hour}:{minute:02d}" for hour in range(17, 22) for minute in (0, 30)]


async def poll(site: Site) -> Found:
    return await site.client.find(platform_venue_id=site.platform_venue_id, day=site.day, party_size=2)


def shown(slots: Sequence[Slot]) -> list[str]:
    return sorted(f"{slot.time:%H:%M}" for slot in slots)


@pytest.fixture
async def ten(either: Site) -> Site:
    """A platform with ten free tables."""
    for at in TIMES:
        await either.free(at)
    return either


async def test_r6_null_slot_token_hides_one_slot_only(ten: Site) -> None:
    await ten.fault("find", "null-slot-token")
    found = await poll(ten)
    assert shown(found.slots) == TIMES[1:]
    assert list(found.skipped.values()) == [1]
    assert shown((await poll(ten)).slots) == TIMES


@RESY_ALONE
async def test_r6_slot_of_tock_is_counted_as_such(ten: Site) -> None:
    await ten.fault("find", "null-slot-token")
    assert (await poll(ten)).skipped == {(SkipReason.TOCK, ""): 1}


async def test_r6_unreadable_slot_is_counted_by_the_path_of_its_field(ten: Site) -> None:
    await ten.fault("find", "bad-slot")
    found = await poll(ten)
    field = {
        "resy": "reply.results.venues[].slots[].date.start",
        "opentable": "reply.availability.timeslots[].dateTime",
    }[ten.name]
    assert shown(found.slots) == TIMES[1:]
    assert found.skipped == {(SkipReason.UNREADABLE, field): 1}


async def test_r6_reply_without_one_readable_slot_is_malformed(either: Site) -> None:
    await either.free("19:30")
    await either.fault("find", "bad-slot")
    with pytest.raises(Malformed) as error:
        await poll(either)
    assert error.value.field in str(error.value)


@RESY_ALONE
async def test_r6_day_with_tables_of_tock_alone_is_an_empty_day(either: Site) -> None:
    await either.free("19:30")
    await either.fault("find", "null-slot-token")
    found = await poll(either)
    assert (found.slots, found.on_sale) == ([], True)


async def test_o2_stale_query_at_a_search_is_a_reply_of_unknown_form(either: Site) -> None:
    await either.fault("find", "409-query")
    with pytest.raises(Malformed, match="status 409"):
        await poll(either)


@pytest.mark.parametrize("call", ["list", "me"])
async def test_a_deactivated_account_is_told_from_an_expired_token(either: Site, call: str) -> None:
    token = await either.diner()
    await either.fault(call, "409")
    with pytest.raises(AccountGone):
        await (either.client.account_list(token=token) if call == "list" else either.client.me(token=token))


@RESY_ALONE
@pytest.mark.parametrize(
    ("kind", "reason", "left_out"),
    [
        ("gda-slot", SkipReason.GLOBAL_DINING_ACCESS, 1),
        ("exclusive-slot", SkipReason.EXCLUSIVE, 1),
        ("add-on-slot", SkipReason.ADD_ON_REQUIRED, 1),
        ("gda-venue", SkipReason.GLOBAL_DINING_ACCESS, 10),
        ("concierge-venue", SkipReason.CONCIERGE, 10),
        ("transfers-venue", SkipReason.TRANSFERS, 10),
        ("closed-venue", SkipReason.CLOSED, 10),
    ],
)
async def test_r7_tables_that_cannot_be_booked_are_not_offered(
    ten: Site, kind: str, reason: SkipReason, left_out: int
) -> None:
    await ten.fault("find", kind)
    found = await poll(ten)
    assert shown(found.slots) == TIMES[left_out:]
    assert (found.skipped, found.on_sale) == ({(reason, ""): left_out}, True)


@pytest.mark.parametrize("either", ["opentable"], indirect=True)
async def test_o5_experience_is_not_offered_and_counted(ten: Site) -> None:
    await ten.fault("find", "experience-slot")
    found = await poll(ten)
    assert shown(found.slots) == TIMES[1:]
    assert found.skipped == {(SkipReason.EXPERIENCE, ""): 1}


@RESY_ALONE
@pytest.mark.parametrize("kind", ["service-labels", "invisible-slots"])
async def test_r8_seating_is_the_last_part_of_the_token(either: Site, kind: str) -> None:
    seating = either.seatings[1]
    await either.free("19:30", seating=seating)
    before = await either.find()
    await either.fault("find", kind)
    assert await either.find() == before
    assert [slot.seating for slot in before] == [seating]


@RESY_ALONE
async def test_r8_a_table_whose_token_ends_with_a_number_is_named_by_its_type_and_booked(either: Site) -> None:
    seating = either.seatings[1]
    await either.free("19:30", seating=seating)
    await either.fault("find", "digit-seatings")
    (slot,) = await either.find()
    assert (slot.seating, slot.token.endswith("/1")) == (seating, True)
    token = await either.diner()
    terms = await either.client.details(slot=slot, token=token)
    assert isinstance(await either.client.book(terms=terms, token=token, send_within=5.0), Booked)
    assert [row["seating"] for row in await either.bookings()] == [seating]
