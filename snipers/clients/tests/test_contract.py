"""The contract of BookingClient, on both simulated platforms over real sockets."""

from datetime import time

import pytest

from snipers.clients import registry
from snipers.clients.base import AccountList, BookingTerms, Card
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import (
    BadCard,
    Blocked,
    Malformed,
    NeedsReconnect,
    NoCardCall,
    NotFound,
    PlatformError,
    RateLimited,
    SlotGone,
    Unavailable,
)
from snipers.clients.tests.site import Site
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused, Unknown
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason, SkipReason

STRANGE = SealedToken("sealed with a key that is gone")
CARD = Card(number="5555 5555 5555 4444", exp_month=4, exp_year=2031, cvc="737", zip_code="10001")
GUESTS = [
    Guest(first_name="Grace", last_name="Hopper", email="grace@example.com", phone="+12125550150"),
    Guest(first_name="Edsger", last_name="Dijkstra", email="edsger@example.com", phone="+31201234567"),
]


async def ready(site: Site, token: SealedToken, at: str = "19:30") -> tuple[Slot, BookingTerms]:
    slot = await site.open(at)
    return slot, await site.client.details(slot=slot, token=token)


async def booked(
    site: Site, token: SealedToken, at: str = "19:30", guest: Guest | None = None, note: str = ""
) -> Booked:
    _, terms = await ready(site, token, at)
    outcome = await site.client.book(terms=terms, token=token, send_within=2, guest=guest, note=note)
    assert isinstance(outcome, Booked)
    return outcome


async def only_one(site: Site, token: SealedToken) -> Held:
    (held,) = (await site.client.account_list(token=token)).held
    return held


async def test_a_sign_in_returns_the_profile_and_a_sealed_token(either: Site) -> None:
    login = await either.login()
    assert await either.client.me(token=login.token) == login.profile
    assert login.profile.display_name
    assert login.profile.payment_method_id
    assert login.token.text not in repr(login)


async def test_find_returns_time_party_and_seating(either: Site) -> None:
    await either.free("19:30", seating=either.seatings[0])
    await either.free("21:00", seating=either.seatings[2])
    await either.free("20:00", party_size=4)
    found = await either.client.find(platform_venue_id=either.platform_venue_id, day=either.day, party_size=2)
    assert found.on_sale
    seen = {(slot.time, slot.seating, slot.party_size, slot.date, slot.platform) for slot in found.slots}
    assert seen == {
        (time(19, 30), either.seatings[0], 2, either.day, either.name),
        (time(21), either.seatings[2], 2, either.day, either.name),
    }
    assert all(slot.token not in repr(slot) for slot in found.slots)


async def test_a_full_day_is_on_sale_and_a_day_far_ahead_is_not(either: Site) -> None:
    full = await either.client.find(platform_venue_id=either.platform_venue_id, day=either.day, party_size=2)
    far = await either.client.find(platform_venue_id=either.platform_venue_id, day=either.far, party_size=2)
    assert (full.slots, full.on_sale, far.slots, far.on_sale) == ([], True, [], False)


async def test_an_emptied_answer_does_not_claim_that_the_day_is_full(either: Site) -> None:
    await either.free("19:30")
    await either.fault("find", "empty")
    found = await either.client.find(platform_venue_id=either.platform_venue_id, day=either.day, party_size=2)
    assert (found.slots, found.on_sale) == ([], False)


async def test_an_unknown_venue_is_not_found(either: Site) -> None:
    with pytest.raises(NotFound):
        await either.client.find(platform_venue_id=999_999, day=either.day, party_size=2)


@pytest.mark.parametrize(
    ("kind", "error"),
    [("429", RateLimited), ("403-html", Blocked), ("500-short", Blocked), ("schema-drift", Malformed)],
)
async def test_find_distinguishes_blocked_from_malformed(either: Site, kind: str, error: type[PlatformError]) -> None:
    await either.open()
    await either.fault("find", kind, retry_after=7)
    with pytest.raises(error) as raised:
        await either.find()
    if isinstance(raised.value, RateLimited):
        assert raised.value.delay == 7


async def test_a_find_that_fails_at_the_platform_is_unavailable(either: Site) -> None:
    # The transport repeats a read over a dead kept connection, so one cut would go unnoticed.
    await either.fault("find", "cut-after-commit", times=2)
    with pytest.raises(Unavailable):
        await either.find()


async def test_a_table_is_booked_listed_and_given_back(either: Site) -> None:
    token = await either.diner()
    slot, terms = await ready(either, token)
    assert (terms.fee_cents, terms.deposit_cents) == (0, 0)
    assert terms.book_token not in repr(terms)
    outcome = await either.client.book(terms=terms, token=token, send_within=2)
    held = await only_one(either, token)
    assert outcome == Booked(held.reservation_id)
    assert (held.platform_venue_id, held.date, held.time, held.party_size) == (
        either.platform_venue_id,
        slot.date,
        slot.time,
        2,
    )
    await either.client.cancel(held=held, token=token)
    assert (await either.client.account_list(token=token)).held == []
    with pytest.raises(NotFound):
        await either.client.cancel(held=held, token=token)


@pytest.mark.parametrize("kind", ["cut-after-commit", "503-html"])
async def test_a_cancellation_without_an_answer_is_sent_again(either: Site, kind: str) -> None:
    token = await either.diner()
    await booked(either, token)
    held = await only_one(either, token)
    await either.fault("cancel", kind)
    await either.client.cancel(held=held, token=token)
    assert await either.bookings() == []
    assert await either.calls("cancel") == 2


async def test_a_404_to_the_first_cancellation_confirms_nothing(either: Site) -> None:
    token = await either.diner()
    await booked(either, token)
    held = await only_one(either, token)
    await either.fault("cancel", "404")
    with pytest.raises(NotFound):
        await either.client.cancel(held=held, token=token)
    assert await either.calls("cancel") == 1


async def test_one_table_goes_to_one_of_two_diners(either: Site) -> None:
    first, second = await either.diner("ada"), await either.diner("bob")
    slot, terms = await ready(either, first)
    came_of_it: BookOutcome | None = None
    try:
        late = await either.client.details(slot=slot, token=second)
    except SlotGone:
        assert terms.holds
    else:
        assert isinstance(await either.client.book(terms=terms, token=first, send_within=2), Booked)
        came_of_it = await either.client.book(terms=late, token=second, send_within=2)
        assert isinstance(came_of_it, Lost)
    assert came_of_it is not None or isinstance(
        await either.client.book(terms=terms, token=first, send_within=2), Booked
    )
    assert len(await either.bookings()) == 1


async def test_a_held_table_is_hidden_until_the_hold_is_released(either: Site) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    assert len(await either.find()) == (0 if terms.holds else 1)
    await either.client.release_hold(terms=terms, token=token)
    assert len(await either.find()) == 1


async def test_releasing_a_missing_hold_is_no_error(either: Site) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    await either.client.release_hold(terms=terms, token=STRANGE)
    await either.control("/faults", kind="cut-after-commit", times=1)
    await either.client.release_hold(terms=terms, token=token)
    await either.client.release_hold(terms=terms, token=token)


async def test_a_diner_who_holds_that_hour_has_a_conflict(either: Site) -> None:
    token = await either.diner()
    first = await booked(either, token)
    _, terms = await ready(either, token, "20:00")
    outcome = await either.client.book(terms=terms, token=token, send_within=2)
    assert isinstance(outcome, Refused)
    assert outcome.reason is Reason.CONFLICT
    assert outcome.conflict is not None
    assert outcome.conflict.platform_venue_id in (None, either.platform_venue_id)
    assert outcome.conflict.time in (None, time(19, 30))
    assert (await only_one(either, token)).reservation_id == first.reservation_id


async def test_replacing_leaves_only_the_new_table(either: Site) -> None:
    token = await either.diner()
    await booked(either, token)
    old = await only_one(either, token)
    slot, terms = await ready(either, token, "20:00")
    assert either.client.can_replace(held=old, slot=slot)
    outcome = await either.client.book(terms=terms, token=token, send_within=2, instead_of=old)
    new = await only_one(either, token)
    assert outcome == Booked(new.reservation_id)
    assert new.time == time(20)
    assert new.reservation_id != old.reservation_id


async def test_replacing_by_a_table_that_is_gone_keeps_the_old_one(either: Site) -> None:
    token = await either.diner()
    await booked(either, token)
    old = await only_one(either, token)
    _, terms = await ready(either, token, "20:00")
    await either.client.release_hold(terms=terms, token=token)
    rows = either.sim.world.inventory.all_open()
    await either.control("/take", slot_id=rows[0].slot_id)
    outcome = await either.client.book(terms=terms, token=token, send_within=2, instead_of=old)
    assert isinstance(outcome, Lost)
    assert await only_one(either, token) == old


async def test_a_note_arrives_where_the_platform_takes_one(either: Site) -> None:
    await booked(either, await either.diner(), note="A booth, please")
    (row,) = await either.bookings()
    assert row["note"] == ("A booth, please" if registry.find(either.name).takes_note else "")


@pytest.mark.parametrize("note", ["", "A booth, please"])
async def test_only_a_call_that_is_refused_with_a_note_is_repeated_without_it(either: Site, note: str) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    await either.fault("book", "400")
    outcome = await either.client.book(terms=terms, token=token, send_within=2, note=note)
    repeated = bool(note) and registry.find(either.name).takes_note
    assert isinstance(outcome, Booked) == repeated
    assert [row["note"] for row in await either.bookings()] == ([""] if repeated else [])


async def test_one_account_books_for_two_guests_at_one_hour(either: Site) -> None:
    token = await either.diner()
    for guest in GUESTS:
        await booked(either, token, guest=guest)
    rows = await either.bookings()
    assert [row["guest"]["email"] for row in rows] == [guest.email for guest in GUESTS]
    assert [row["guest"]["last_name"] for row in rows] == [guest.last_name for guest in GUESTS]
    assert len((await either.client.account_list(token=token)).held) == 2


@pytest.mark.parametrize(
    ("terms", "fee", "deposit"), [({"fee_cents": 5000}, 10000, 0), ({"deposit_cents": 2500}, 0, 5000)]
)
async def test_booking_terms_name_fee_and_deposit_for_the_party(
    either: Site, terms: dict[str, int], fee: int, deposit: int
) -> None:
    token = await either.diner()
    await either.control("/terms", venue_id=either.platform_venue_id, **terms)
    _, quoted = await ready(either, token)
    assert (quoted.fee_cents, quoted.deposit_cents) == (fee, deposit)


async def test_a_table_that_wants_a_card_is_booked_with_one_and_not_without(either: Site) -> None:
    login = await either.login()
    await either.control("/terms", venue_id=either.platform_venue_id, payment_required=True)
    _, terms = await ready(either, login.token)
    bare = await either.client.book(terms=terms, token=login.token, send_within=2)
    assert bare == Refused(Reason.PAYMENT_REQUIRED)
    _, terms = await ready(either, login.token, "21:00")
    card = login.profile.payment_method_id
    outcome = await either.client.book(terms=terms, token=login.token, send_within=2, payment_method_id=card)
    assert isinstance(outcome, Booked)


async def test_a_card_that_was_put_on_file_pays(either: Site) -> None:
    token = await either.diner()
    await either.control("/terms", venue_id=either.platform_venue_id, fee_cents=5000)
    _, terms = await ready(either, token)
    kept = await either.client.add_card(card=CARD, token=token)
    assert (kept.last_four, kept.expiry) == ("4444", "04/2031")
    outcome = await either.client.book(
        terms=terms, token=token, send_within=2, payment_method_id=kept.payment_method_id
    )
    assert isinstance(outcome, Booked)
    (row,) = await either.bookings()
    assert row["fee_cents"] == 10_000


@pytest.mark.parametrize("number", ["5555 5555 5555 4445", "", "card"])
async def test_an_invalid_card_is_refused_without_being_shown(either: Site, number: str) -> None:
    token = await either.diner()
    bad = Card(number=number, exp_month=4, exp_year=2031, cvc="737")
    with pytest.raises(BadCard) as error:
        await either.client.add_card(card=bad, token=token)
    assert "5555" not in str(error.value) + repr(bad)
    assert await either.calls("card") == 1


async def test_a_platform_without_our_card_call_is_told_from_a_refused_card(either: Site) -> None:
    token = await either.diner()
    await either.fault("card", "404")
    with pytest.raises(NoCardCall):
        await either.client.add_card(card=CARD, token=token)


async def test_a_card_for_an_account_that_is_signed_out_needs_a_reconnect(either: Site) -> None:
    token = await either.diner()
    await either.fault("card", "expire-token")
    with pytest.raises(NeedsReconnect):
        await either.client.add_card(card=CARD, token=token)


async def test_a_required_human_check_is_a_refusal(either: Site) -> None:
    token = await either.diner()
    await either.control("/terms", venue_id=either.platform_venue_id, captcha=True)
    _, terms = await ready(either, token)
    assert await either.client.book(terms=terms, token=token, send_within=2) == Refused(Reason.CAPTCHA)


@pytest.mark.parametrize("kind", ["cut-after-commit", "500-short", "503-html", "403-html", "schema-drift"])
async def test_a_booking_without_a_clear_answer_is_unknown_and_sent_once(either: Site, kind: str) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    await either.fault("book", kind)
    outcome = await either.client.book(terms=terms, token=token, send_within=2)
    assert isinstance(outcome, Unknown)
    assert await either.calls("book") == 1
    assert len((await either.client.account_list(token=token)).held) == len(await either.bookings())


async def test_a_rate_limited_booking_is_refused_with_the_delay(either: Site) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    await either.fault("book", "429", retry_after=9)
    assert await either.client.book(terms=terms, token=token, send_within=2) == Refused(Reason.BLOCKED, 9)


async def test_terms_are_good_for_one_booking(either: Site) -> None:
    token = await either.diner()
    _, terms = await ready(either, token)
    assert isinstance(await either.client.book(terms=terms, token=token, send_within=2), Booked)
    again = await either.client.book(terms=terms, token=token, send_within=2)
    assert isinstance(again, Lost | Refused)
    assert len(await either.bookings()) == 1


@pytest.mark.parametrize(("kind", "error"), [("429", RateLimited), ("403-html", Blocked), ("500-short", Blocked)])
async def test_unavailable_terms_raise_the_reason(either: Site, kind: str, error: type[PlatformError]) -> None:
    token = await either.diner()
    slot = await either.open()
    await either.fault("details", kind)
    with pytest.raises(error):
        await either.client.details(slot=slot, token=token)


@pytest.mark.parametrize("shown", [True, False])
async def test_a_canceled_reservation_is_not_held_and_is_named_where_the_platform_lists_it(
    either: Site, shown: bool
) -> None:
    token = await either.diner()
    await booked(either, token)
    (held,) = (await either.client.account_list(token=token)).held
    await either.control("/switches", canceled_rows=shown)
    await either.control("/cancel", reservation_id=int(held.reservation_id), by="restaurant")
    listed = await either.client.account_list(token=token)
    assert listed == AccountList(held=[], canceled=frozenset({held.reservation_id} if shown else ()))


@pytest.mark.parametrize("kind", ["finished-rows", "no-show-rows"])
async def test_r11_completed_and_no_show_rows_are_no_tables(either: Site, kind: str) -> None:
    token = await either.diner()
    await booked(either, token)
    (held,) = (await either.client.account_list(token=token)).held
    await either.fault("list", kind)
    listed = await either.client.account_list(token=token)
    assert listed == AccountList(held=[], ended=frozenset({held.reservation_id}))
    assert listed.complete


async def test_r11_unreadable_row_leaves_the_others_and_makes_the_list_incomplete(either: Site) -> None:
    token = await either.diner()
    await booked(either, token, "12:00")
    await booked(either, token, "19:30")
    first, second = (await either.client.account_list(token=token)).held
    await either.fault("list", "bad-row")
    listed = await either.client.account_list(token=token)
    assert (listed.held, listed.unreadable) == ([second], frozenset({first.reservation_id}))
    assert not listed.complete
    assert not listed.may_hide_new(known=frozenset({first.reservation_id}))
    assert listed.may_hide_new(known=frozenset({second.reservation_id}))
    ((reason, field),) = listed.skipped
    assert reason is SkipReason.UNREADABLE
    assert field.rpartition(".")[2] == {"resy": "day", "opentable": "dateTime"}[either.name]


@pytest.mark.parametrize("kind", ["429", "500-short", "503-html", "403-html", "schema-drift"])
async def test_an_unreadable_list_is_never_an_empty_one(either: Site, kind: str) -> None:
    token = await either.diner()
    await booked(either, token)
    await either.fault("list", kind)
    try:
        held = (await either.client.account_list(token=token)).held
    except PlatformError:
        held = None
    assert held is None or len(held) == 1


async def test_an_expired_token_needs_a_reconnect_in_every_call(either: Site) -> None:
    token = await either.diner()
    slot, terms = await ready(either, token)
    await either.fault("me", "expire-token")
    with pytest.raises(NeedsReconnect):
        await either.client.me(token=token)
    with pytest.raises(NeedsReconnect):
        await either.client.account_list(token=token)
    with pytest.raises(NeedsReconnect):
        await either.client.details(slot=slot, token=token)
    assert await either.client.book(terms=terms, token=token, send_within=2) == Refused(Reason.NEEDS_RECONNECT)


async def test_a_token_that_cannot_be_opened_sends_nothing(either: Site) -> None:
    token = await either.diner()
    slot, terms = await ready(either, token)
    before = {call: await either.calls(call) for call in ("me", "list", "details", "book", "cancel", "card")}
    held = Held(
        reservation_id="1", platform_venue_id=either.platform_venue_id, date=either.day, time=time(19), party_size=2
    )
    for call in (
        either.client.me(token=STRANGE),
        either.client.account_list(token=STRANGE),
        either.client.details(slot=slot, token=STRANGE),
        either.client.cancel(held=held, token=STRANGE),
        either.client.add_card(card=CARD, token=STRANGE),
    ):
        with pytest.raises(NeedsReconnect):
            await call
    assert await either.client.book(terms=terms, token=STRANGE, send_within=2) == Refused(Reason.NEEDS_RECONNECT)
    assert {call: await either.calls(call) for call in before} == before


@pytest.mark.parametrize("skew_ms", [-2000, 0, 2000])
async def test_the_platforms_clock_is_read_from_its_date_header(either: Site, skew_ms: int) -> None:
    await either.control("/clock", skew_ms=skew_ms)
    sample = await either.client.time()
    assert sample.sent <= sample.received
    # The platform wrote the header between `sent` and `received`, in whole seconds of a clock that is off by the skew.
    assert sample.sent + skew_ms / 1000 - 1 < sample.second <= sample.received + skew_ms / 1000 + 0.002


async def test_warming_sends_one_clock_sample_per_connection_and_survives_a_hanging_platform(either: Site) -> None:
    await either.client.warm(connections=4)
    assert await either.calls("clock") == 4
    await either.control("/faults", kind="hang", seconds=0.2, times=2)
    await either.client.warm(connections=2)
