"""Parsing of Resy's replies: strict on required fields, tolerant of others; errors show no values."""

import json
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.clients.base import AccountList
from snipers.clients.errors import Malformed
from snipers.clients.replies import classify_book
from snipers.clients.resy import payloads, profiles
from snipers.domain.outcome import Conflict, Unknown
from snipers.domain.slot import Slot
from snipers.domain.snipe import Guest
from snipers.domain.vocabulary import Reason, SkipReason

DAY = date(2026, 11, 27)
SLOT = ("results", "venues", 0, "slots", 0)


def row(**other: Any) -> dict[str, Any]:
    return {
        "config": {"id": 1, "token": "rgs://resy/1202/a", "type": "Dining Room", "is_visible": True},
        "date": {"start": "2026-11-27 19:30:00", "end": "2026-11-27 21:00:00"},
        "size": {"min": 2, "max": 2},
        "quantity": 1,
        **other,
    }


def reply(*rows: dict[str, Any], **venue: Any) -> dict[str, Any]:
    return {"results": {"venues": [{"venue": {"id": {"resy": 1202}, **venue}, "slots": list(rows)}]}, "more": [1]}


def read(data: Any) -> list[Slot]:
    return payloads.found(data, platform_venue_id=1202, day=DAY, party_size=2).slots


def test_a_slot_is_read_with_its_token_and_seating() -> None:
    (slot,) = read(reply(row()))
    assert (slot.date, slot.time, slot.party_size, slot.seating) == (DAY, time(19, 30), 2, "Dining Room")
    assert (slot.token, slot.quantity, slot.captcha) == ("rgs://resy/1202/a", 1, False)


@pytest.mark.parametrize(
    ("rows", "quantity"),
    [
        ([row(), row(), row()], 3),
        ([row(quantity=4)], 4),
        ([row(quantity=4), row(quantity=4)], 5),
        ([row(quantity=None)], 1),
        ([row(quantity=0)], 1),
        ([row(quantity="many")], 1),
        ([row(quantity=10**9)], 50),
    ],
)
def test_entries_with_one_token_are_one_slot_with_a_quantity(rows: list[dict[str, Any]], quantity: int) -> None:
    assert [slot.quantity for slot in read(reply(*rows))] == [quantity]


def test_other_venues_and_other_days_are_not_ours() -> None:
    other = reply(row())
    other["results"]["venues"][0]["venue"]["id"]["resy"] = 7
    assert read(other) == []
    assert read(reply(row(date={"start": "2026-11-28 19:30:00"}))) == []


@pytest.mark.parametrize("empty", [reply(), {"results": {"venues": []}}])
def test_a_full_day_and_a_day_out_of_range_are_empty(empty: dict[str, Any]) -> None:
    assert read(empty) == []


def test_a_venue_with_a_human_check_sets_captcha() -> None:
    assert read(reply(row(), feature_recaptcha=True))[0].captcha


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (("results",), "reply.results is not an object"),
        (("results", "venues", 0, "venue", "id", "resy"), "reply.results.venues[].venue.id.resy is not a whole number"),
        ((*SLOT, "config"), "reply.results.venues[].slots[].config is not an object"),
        ((*SLOT, "date", "start"), "reply.results.venues[].slots[].date.start is not a text"),
    ],
)
def test_a_wrong_piece_is_named_by_its_path(path: tuple[str | int, ...], message: str) -> None:
    data = deepcopy(reply(row()))
    place: Any = data
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = True
    with pytest.raises(Malformed) as error:
        read(data)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("kind", "last", "seating"),
    [
        ("Dining Room", "Dining Room", "Dining Room"),
        ("Dinner ", "Bar", "Bar"),
        ("BREAKFAST", "Patio/Garden", "Patio/Garden"),
        ("Dining Room", "Balcony", "Balcony"),
        ("Standard", "Bar%20Seat", "Bar Seat"),
        (None, "Bar", "Bar"),
        ("Dining Room", " ", "Dining Room"),
        # A number names no kind of table.
        ("Lounge", "1", "Lounge"),
        ("Lounge ", "0042", "Lounge"),
        (None, "1", "1"),
        (None, " ", "Table"),
        ("Lounge", "Room 1", "Room 1"),
        # The longest name that a request can want.
        ("Dining Room", "x" * 61, "x" * 60),
    ],
)
def test_r8_seating_is_the_last_part_of_the_token(kind: str | None, last: str, seating: str) -> None:
    token = f"rgs://resy/1202/9/2/2026-11-27/2026-11-27/19:30:00/2/{last}"
    assert [slot.seating for slot in read(reply(row(config={"token": token, "type": kind})))] == [seating]


def test_r6_null_token_is_a_table_of_tock_and_a_missing_one_is_unreadable() -> None:
    tock, broken = row(config={"token": None, "type": None}), row(config={"type": "Bar"})
    found = payloads.found(reply(row(), tock, broken), platform_venue_id=1202, day=DAY, party_size=2)
    assert len(found.slots) == 1
    assert found.skipped == {
        (SkipReason.TOCK, ""): 1,
        (SkipReason.UNREADABLE, "reply.results.venues[].slots[].config.token"): 1,
    }
    assert [(slot.seating, slot.token) for slot in found.seen_only] == [("Table", "")]


@pytest.mark.parametrize(
    ("venue", "reason"),
    [
        ({"is_global_dining_access": True}, None),
        ({"is_global_dining_access_only": True}, SkipReason.GLOBAL_DINING_ACCESS),
        ({"is_global_dining_access_only": False}, None),
        ({"gda_concierge_booking": True}, SkipReason.CONCIERGE),
        ({"requires_reservation_transfers": 1}, SkipReason.TRANSFERS),
        ({"requires_reservation_transfers": 0}, None),
        ({"is_tock_inventory": True}, SkipReason.TOCK),
        ({"reopen": {"date": "2026-11-28"}}, SkipReason.CLOSED),
        ({"reopen": {"date": "2026-11-27"}}, None),
        ({"reopen": {"date": "2021-07-07"}}, None),
        ({"reopen": {"date": None}}, None),
        ({"reopen": None}, None),
        ({"reopen": 7, "gda_concierge_booking": "no"}, None),
    ],
)
def test_r7_gate_of_a_venue_leaves_all_its_tables_out(venue: dict[str, Any], reason: SkipReason | None) -> None:
    found = payloads.found(reply(row(), **venue), platform_venue_id=1202, day=DAY, party_size=2)
    assert found.skipped == ({} if reason is None else {(reason, ""): 1})
    assert (len(found.slots), found.on_sale) == (int(reason is None), True)
    # A guest may book what we cannot, except on a closed day.
    shown = [slot.token for slot in found.seen_only]
    assert shown == ([] if reason in (None, SkipReason.CLOSED) else [""])


@given(
    flags=st.lists(
        st.sampled_from([True, 1, "1", "true", False, 0, None, "", "0", "false", "absent"]), min_size=1, max_size=6
    )
)
def test_a_slot_with_a_paid_extra_is_left_out_and_named(flags: list[Any]) -> None:
    needed = [flag in (True, "1", "true") for flag in flags]
    rows = [
        row(
            config={"token": f"rgs://resy/1202/{n}/2/{DAY}/{DAY}/19:30:00/2/Bar", "type": "Bar"},
            payment={} if flag == "absent" else {"is_paid": True, "is_add_on_required": flag},
        )
        for n, flag in enumerate(flags)
    ]
    found = payloads.found(reply(*rows), platform_venue_id=1202, day=DAY, party_size=2)
    assert len(found.slots) == needed.count(False)
    assert found.skipped == ({(SkipReason.ADD_ON_REQUIRED, ""): needed.count(True)} if any(needed) else {})
    assert all(slot.token == "" for slot in found.seen_only)


def test_null_in_place_of_an_empty_list_is_an_empty_list() -> None:
    nothing = payloads.found({"results": {"venues": None}}, platform_venue_id=1202, day=DAY, party_size=2)
    assert (nothing.slots, nothing.on_sale) == ([], False)
    full = {"results": {"venues": [{"venue": {"id": {"resy": 1202}}, "slots": None}]}}
    found = payloads.found(full, platform_venue_id=1202, day=DAY, party_size=2)
    assert (found.slots, found.on_sale) == ([], True)


@pytest.mark.parametrize("data", [{"results": {}}, {"results": {"venues": [{"venue": {"id": {"resy": 1202}}}]}}])
def test_a_missing_list_is_malformed_and_no_day_without_tables(data: Any) -> None:
    with pytest.raises(Malformed, match="is not a list"):
        read(data)


@pytest.mark.parametrize("text", ["nul\0", "lone \ud800 surrogate"])
def test_text_that_the_database_cannot_store_is_unreadable(text: str) -> None:
    with pytest.raises(Malformed):
        read(reply(row(config={"token": text, "type": "Bar"})))


@pytest.mark.parametrize("data", [None, [], "text", 7, {"results": {"venues": [7]}}])
def test_a_reply_of_another_shape_is_malformed(data: Any) -> None:
    with pytest.raises(Malformed):
        read(data)


def test_an_error_never_holds_a_value() -> None:
    with pytest.raises(Malformed) as error:
        read(reply(row(date={"start": "secret-moment"})))
    assert "secret" not in str(error.value)


@pytest.mark.parametrize(
    ("cancellation", "payment", "fee", "deposit"),
    [
        (None, None, 0, 0),
        ({"fee": None}, {"amounts": {"total": 0.0}}, 0, 0),
        ({"fee": {"amount": 50, "tax": 4.44}}, {"amounts": {"total": 0}}, 10888, 0),
        ({"fee": {"amount": "25.00"}}, {"amounts": {"total": 100}}, 5000, 10000),
        ({}, {"amounts": None}, 0, 0),
    ],
)
def test_terms_name_cancellation_fee_and_deposit(cancellation: Any, payment: Any, fee: int, deposit: int) -> None:
    data = {"book_token": {"value": "once", "date_expires": "2026-11-20T12:00:00Z"}}
    terms = payloads.terms({**data, "cancellation": cancellation, "payment": payment}, party_size=2)
    assert (terms.fee_cents, terms.deposit_cents) == (fee, deposit)
    assert terms.expires_at is not None
    assert "once" not in repr(terms)


@pytest.mark.parametrize(
    ("cancellation", "hour"),
    [
        ({"refund": {"date_cut_off": "2026-11-26T19:00:00Z"}, "fee": None}, 19),
        ({"refund": {"date_cut_off": None}, "fee": {"amount": 25, "date_cut_off": "2026-11-26T18:00:00Z"}}, 18),
        (
            {
                "refund": {"date_cut_off": "2026-11-26T19:00:00Z"},
                "fee": {"amount": 25, "date_cut_off": "2026-11-26T17:00:00Z"},
            },
            17,
        ),
        ({"refund": {"date_cut_off": "2026-11-26T19:00:00"}}, None),
        ({"refund": {"date_cut_off": "a day before"}}, None),
        ({"refund": 7}, None),
        ({}, None),
        (None, None),
    ],
)
def test_terms_name_the_end_of_the_free_cancellation(cancellation: Any, hour: int | None) -> None:
    data = {"book_token": {"value": "once", "date_expires": "2026-11-20T12:00:00Z"}, "payment": None}
    terms = payloads.terms({**data, "cancellation": cancellation})
    assert terms.free_until == (hour and datetime(2026, 11, 26, hour, tzinfo=UTC))


def test_terms_without_a_book_token_are_malformed() -> None:
    with pytest.raises(Malformed, match=r"book_token\.value"):
        payloads.terms({"book_token": {}, "cancellation": None, "payment": None})


def account_list(*rows: Any) -> AccountList:
    page, _ = payloads.page({"reservations": list(rows)})
    return payloads.reservations(page, whole=True)


def test_a_held_reservation_is_read_from_either_form_of_the_venue() -> None:
    entry = {"day": "2026-11-27", "time_slot": "19:30:00", "num_seats": 2}
    rows = {**entry, "reservation_id": 741, "venue_id": 1202}, {**entry, "reservation_id": 742, "venue": {"id": "1203"}}
    assert [(one.reservation_id, one.platform_venue_id, one.time) for one in account_list(*rows).held] == [
        ("741", 1202, time(19, 30)),
        ("742", 1203, time(19, 30)),
    ]


@pytest.mark.parametrize(("token", "secret"), [("s3cret", "s3cret"), (None, ""), ("", ""), (7, ""), ("\ud800", "")])
def test_the_token_of_a_row_is_kept_as_a_secret(token: Any, secret: str) -> None:
    entry = {"reservation_id": 741, "venue_id": 1202, "day": "2026-11-27", "time_slot": "19:30:00", "num_seats": 2}
    listed = account_list({**entry, "resy_token": token})
    assert ([one.secret for one in listed.held], listed.complete) == ([secret], True)
    assert "s3cret" not in repr(listed)


def test_a_row_that_moved_to_the_next_page_is_listed_once() -> None:
    row = {"reservation_id": 741, "venue_id": 1, "day": "2026-11-27", "time_slot": "19:30:00", "num_seats": 2}
    assert [one.reservation_id for one in account_list(row, {**row, "reservation_id": 742}, row).held] == ["741", "742"]


def test_a_page_may_leave_the_number_of_rows_out() -> None:
    assert payloads.page({"reservations": [], "metadata": {"total": 2}}) == ([], 2)
    assert payloads.page({"reservations": []}) == ([], None)


@pytest.mark.parametrize(
    ("status", "end"),
    [
        ({"finished": 0, "no_show": 0}, ""),
        ({"finished": 0, "canceled": 0}, ""),
        ({"finished": 0, "canceled": 1}, "canceled"),
        ({"cancelled": True}, "canceled"),
        ({"is_cancelled": "1"}, "canceled"),
        ({"can_cancel": 1, "cancellation_allowed": 1}, ""),
        ({"finished": 1, "no_show": 0}, "ended"),
        ({"finished": 0, "no_show": 1}, "ended"),
        ({"finished": 2}, ""),
        ("Cancelled", "canceled"),
        ("Canceled by venue", "canceled"),
        ("No Show", "ended"),
        ("no-show", "ended"),
        ("Completed", "ended"),
        ("booked", ""),
        ([1], ""),
        (None, ""),
    ],
)
def test_r11_row_is_over_only_if_its_status_says_so(status: Any, end: str) -> None:
    row = {"reservation_id": 741, "venue_id": 1, "day": "2026-11-27", "time_slot": "19:30:00", "num_seats": 2}
    listed = account_list({**row, "status": status})
    ids = {name for name in ("canceled", "ended") if getattr(listed, name)}
    assert (len(listed.held), ids) == ((0, {end}) if end else (1, set()))
    assert listed.complete


def test_r11_row_without_an_id_makes_the_whole_list_unreadable() -> None:
    row = {"venue_id": 1, "day": "2026-11-27", "time_slot": "19:30:00", "num_seats": 2}
    with pytest.raises(Malformed, match=r"reservations\[\]\.reservation_id"):
        account_list({**row, "reservation_id": 741}, row)
    listed = account_list({**row, "status": {"canceled": 1}})
    assert (listed.complete, sum(listed.skipped.values())) == (True, 1), "a canceled row needs no id"


@pytest.mark.parametrize(
    ("data", "expected"), [({"reservation_id": 741}, "741"), ({"reservation_id": None}, None), ({}, None), (None, None)]
)
def test_an_accepted_booking_may_leave_its_id_out(data: Any, expected: str | None) -> None:
    assert payloads.booked_id(data) == expected


NAMED = Conflict(platform_venue_id=1202, date=DAY, time=time(19, 30))
UNNAMED = Conflict(platform_venue_id=None, date=None, time=None)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"specs": {"day": "2026-11-27", "time_slot": "19:30:00"}, "venue": {"id": 1202}}, NAMED),
        ({"specs": {"day": "2026-11-27"}}, replace(UNNAMED, date=DAY)),
        ({"specs": {"day": "soon", "time_slot": 7}, "venue": "Ada's"}, UNNAMED),
        ({"specs": {}}, None),
        ({"message": "gone"}, None),
        (None, None),
    ],
)
def test_a_refusal_that_names_another_reservation_is_a_conflict(data: Any, expected: Conflict | None) -> None:
    assert payloads.conflict(data, status=412) == expected


@given(
    status=st.sampled_from([200, 201, 202, 204]),
    specs=st.dictionaries(
        st.sampled_from(["reservation_id", "resy_token", "id", "day", "time_slot"]),
        st.integers() | st.text(max_size=9) | st.none(),
    ),
    venue=st.none() | st.just({"id": 834}),
)
def test_the_specs_of_an_accepted_booking_are_never_a_conflict(status: int, specs: dict[str, Any], venue: Any) -> None:
    data = {"specs": specs, "venue": venue}
    assert payloads.conflict(data, status=status) is None
    outcome = classify_book(
        status=status,
        reservation_id=payloads.booked_id(data),
        conflict=payloads.conflict(data, status=status),
        from_platform=True,
        delay=None,
        stated_reason=payloads.stated_reason(data, status=status),
    )
    # The account's list settles it.
    assert isinstance(outcome, Unknown)


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ({"message": "captcha required"}, Reason.CAPTCHA),
        ({"message": "This venue is not set up to accept payment methods. Please contact it."}, Reason.NO_CARDS),
        ({"message": "Your card was declined."}, Reason.CARD_REFUSED),
        ({"message": "no"}, None),
        ({"message": 7}, None),
        ([], None),
    ],
)
def test_a_refusal_may_ask_for_a_human(data: Any, expected: Reason | None) -> None:
    assert payloads.stated_reason(data, status=403) is expected


def test_a_guest_is_written_as_json_text() -> None:
    guest = Guest(first_name="Bo", last_name='"x"', email="bo@example.com", phone="+12125550123")
    assert json.loads(payloads.guest(guest)) == {
        "first_name": "Bo",
        "last_name": '"x"',
        "em_address": "bo@example.com",
        "mobile_number": "+12125550123",
    }


def test_a_profile_needs_only_the_id() -> None:
    profile = profiles.profile({"id": 5, "first_name": "Ada", "last_name": None, "payment_method_id": None})
    assert (profile.user_id, profile.display_name, profile.payment_method_id) == ("5", "Ada", None)
    with pytest.raises(Malformed):
        profiles.profile({"first_name": "Ada"})
