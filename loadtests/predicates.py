"""Checks of the simulator's truth log, the database and the events at the sockets.

The checks are pure functions over plain rows. Each returns a list with one sentence for each violation. Braces list the
fields of a row that a check reads: request {email, venue_id, date}.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = Mapping[str, Any]
Account = tuple[str, str]
Table = tuple[int, str, str, int, str]

DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
# Statuses of a reply to a booking call after which the platform has certainly booked nothing.
CLEAR_REFUSALS = frozenset({401, 402, 404, 409, 412, 419, 429})
# The platform logs three entries for a swap: old canceled, old freed, new booked.
SWAP_ENTRIES = 3
# The longest time between a claim and its booking call.
SEND_MS = 2_000


def check_one_booking_per_request(*, bookings: Sequence[Row], requests: Sequence[Row]) -> list[str]:
    """Check that each request {email, venue_id, date} has one live booking, and that each booking has a request."""
    live = [row for row in bookings if row["status"] == "booked"]
    got = Counter((row["user_email"], row["venue_id"], row["date"]) for row in live)
    wanted = Counter((row["email"], row["venue_id"], row["date"]) for row in requests)
    wrong = [f"{number} bookings for {key}, wanted 1" for key, number in got.items() if number > 1]
    wrong += [f"no booking for {key}" for key in wanted if key not in got]
    wrong += [f"a booking without a request: {key}" for key in got if key not in wanted]
    return wrong


def check_one_table_per_meal(*, bookings: Sequence[Row]) -> list[str]:
    """Check that no diner has two live tables on one day. The scenarios request one meal a day."""
    live = Counter((row["user_email"], row["date"]) for row in bookings if row["status"] == "booked")
    return [f"{number} tables for {key}" for key, number in live.items() if number > 1]


def check_each_outcome_reported_once(*, outcomes: Sequence[Row], reported: Sequence[Row], repeated: int) -> list[str]:
    """Check that each outcome was published once: one outcome event for each row of `outcomes` {attempt_id}.

    `reported` are the outcome events {attempt_id} that reached the sockets. `repeated` is the number of events that a
    socket received a second time.
    """
    received = Counter(row["attempt_id"] for row in reported)
    ids = {row["attempt_id"] for row in outcomes}
    wrong = [f"the outcome of attempt {attempt} was not published" for attempt in sorted(ids - received.keys())]
    wrong += [f"the outcome of attempt {attempt} was published {n} times" for attempt, n in received.items() if n > 1]
    wrong += [f"attempt {attempt} was published without an outcome" for attempt in sorted(received.keys() - ids)]
    if repeated:
        wrong.append(f"{repeated} events reached a socket twice")
    return wrong


def check_bookings_match_outcomes(*, bookings: Sequence[Row], outcomes: Sequence[Row]) -> list[str]:
    """Check that the platform's live bookings and our booked outcomes are the same reservations."""
    theirs = {str(row["reservation_id"]) for row in bookings if row["status"] == "booked"}
    ours = {str(row["platform_reservation_id"]) for row in outcomes if row["kind"] == "booked"}
    wrong = [f"the platform holds {name}, which has no outcome" for name in sorted(theirs - ours)]
    return wrong + [f"{name} has a booked outcome, but the platform does not hold it" for name in sorted(ours - theirs)]


def check_event_numbers_dense(*, seqs: Iterable[Sequence[int]]) -> list[str]:
    """Check that each diner's event numbers have no gaps. `seqs` are the numbers in the order of arrival, by diner."""
    wrong = []
    for position, numbers in enumerate(seqs):
        if any(later - earlier != 1 for earlier, later in pairwise(numbers)):
            wrong.append(f"diner {position}: event numbers {list(numbers)} are not dense")
    return wrong


def check_one_table_per_group(*, groups: Sequence[Row], bookings: Sequence[Row]) -> list[str]:
    """Check that each group {owner, places, dates, stopped} has one live booking. A stopped group may have none.

    A group that asked for one table in all has several `dates`, and one booking over all of them. Bookings {source,
    venue_id, date, owner, status} without a group are violations too.
    """
    live = [row for row in bookings if row["status"] == "booked"]
    wrong = []
    known: set[int] = set()
    for group in groups:
        own = [
            number
            for number, row in enumerate(live)
            if row["owner"] == group["owner"]
            and row["date"] in group["dates"]
            and (row["source"], row["venue_id"]) in group["places"]
        ]
        known.update(own)
        if len(own) > 1 or (not own and not group["stopped"]):
            wrong.append(f"group {group['group_id']}: {len(own)} tables, wanted 1")
    strays = [row for number, row in enumerate(live) if number not in known]
    return wrong + [f"a table without a request: {row['owner']} {row['venue_id']} {row['date']}" for row in strays]


def check_old_booking_released_last(*, groups: Sequence[Row], entries: Sequence[Row]) -> list[str]:
    """Check that each override canceled the old booking, and only after the new table was booked.

    `entries` are the entries of the truth log. A stopped group may keep its old booking.
    """
    old_booking = {group["old_booking"]: group for group in groups if group["old_booking"]}
    canceled = {row["reservation_id"]: row["n"] for row in entries if row["kind"] == "cancelled"}
    wrong = []
    for reservation_id, group in old_booking.items():
        if reservation_id not in canceled:
            if not group["stopped"]:
                wrong.append(f"group {group['group_id']}: the old booking was not canceled")
            continue
        new = [
            row["n"]
            for row in entries
            if row["kind"] == "booked"
            and row["user_email"] == group["owner"]
            and row["date"] in group["dates"]
            and row["reservation_id"] != reservation_id
        ]
        # In a swap the platform logs the old booking just before the new one.
        if not new or min(new) > canceled[reservation_id] + SWAP_ENTRIES:
            wrong.append(f"group {group['group_id']}: the old booking was canceled before the new one was made")
    return wrong


def check_no_booking_after_stop(
    *, stops: Sequence[Row], entries: Sequence[Row], emails: Mapping[Account, str]
) -> list[str]:
    """Check that no group was booked after the successful reply to its stop.

    `stops` are groups {group_id, owner, places, dates, stop_answered_ms}, `entries` are `booked` entries of the truth
    log. `emails` maps an account to the e-mail address of its owner.
    """
    wrong = []
    for stop in stops:
        late = [
            row
            for row in entries
            if emails.get(account_key(row)) == stop["owner"]
            and row["date"] in stop["dates"]
            and (row["source"], row["venue_id"]) in stop["places"]
            and row["wall_ms"] > stop["stop_answered_ms"]
        ]
        if late:
            wrong.append(f"group {stop['group_id']}: booked after the reply to the stop")
    return wrong


def check_no_call_after_stop(*, stops: Sequence[Row], calls: Sequence[Row], emails: Mapping[Account, str]) -> list[str]:
    """Check that no booking call of a group arrived after the successful reply to its stop.

    `stops` are the successful replies {group_id, owner, dates, stop_answered_ms}. `calls` are the booking calls in the
    truth log. `emails` maps an account to the e-mail address of its owner. No diner may have a second group on one day,
    because a call names only diner and date.
    """
    return [
        f"group {stop['group_id']}: a booking call arrived after the reply to the stop"
        for stop in stops
        if any(
            emails.get(account_key(call)) == stop["owner"]
            and booking_date(call["key"] or "") in stop["dates"]
            and call["received_ms"] > stop["stop_answered_ms"]
            for call in calls
        )
    ]


def check_settled_in_time(*, attempts: Sequence[Row], within: float) -> list[str]:
    """Check that attempts of unknown outcome were settled at most `within` seconds after the platform recovered.

    Attempts are {id, claimed, closed, healed} in unix seconds. `healed` is when the platform recovered. An attempt that
    was claimed later is measured from its claim.
    """
    return [
        f"attempt {row['id']}: settled {row['closed'] - since:.1f} s after the platform recovered"
        for row in attempts
        if row["closed"] is not None and row["closed"] - (since := max(row["claimed"], row["healed"])) > within
    ]


def check_polling_resumed_in_time(*, pauses: Mapping[str, Sequence[float]], limits: Mapping[str, float]) -> list[str]:
    """Check that no pause in polling was longer than its limit. Pauses and limits are seconds by fault."""
    return [
        f"{fault}: no poll for {max(pauses[fault]):.1f} s, promised {limit:.0f} s"
        for fault, limit in limits.items()
        if max(pauses.get(fault, ()), default=0.0) > limit
    ]


def check_no_blind_retry(*, calls: Sequence[Row], grace_ms: float) -> list[str]:
    """Check that no diner's booking call follows an earlier call of unknown result before the grace is over.

    After a booking call that was not clearly refused, the diner's next booking call for that day must wait for the
    grace. The grace starts at the claim, so two calls must be at least `grace_ms` minus SEND_MS apart.
    """
    wrong = []
    by_request: dict[tuple[Any, str], list[Row]] = {}
    for call in calls:
        if call["user_id"] is not None and call["key"]:
            by_request.setdefault((call["user_id"], booking_date(call["key"])), []).append(call)
    for (user, day), own in by_request.items():
        own.sort(key=lambda call: call["received_ms"])
        for earlier, later in pairwise(own):
            clear = earlier["status"] in CLEAR_REFUSALS and earlier["replied_ms"] is not None
            if clear and later["received_ms"] >= earlier["replied_ms"]:
                continue
            if later["received_ms"] - earlier["received_ms"] < grace_ms - SEND_MS:
                wrong.append(f"user {user} on {day}: called again before the first call was settled")
    return wrong


def check_one_call_per_group(
    *, groups: Sequence[Row], calls: Sequence[Row], emails: Mapping[Account, str]
) -> list[str]:
    """Check that no two booking calls of a one-table group {group_id, owner, dates} overlap in time.

    `calls` are the booking calls in the truth log. `emails` maps an account to the e-mail address of its owner. No
    diner may have a second group on one of the dates, because a call names only diner and date.
    """
    wrong = []
    for group in groups:
        own = sorted(
            (call["received_ms"], call["replied_ms"] or call["received_ms"])
            for call in calls
            if emails.get(account_key(call)) == group["owner"] and booking_date(call["key"] or "") in group["dates"]
        )
        if any(later[0] < earlier[1] for earlier, later in pairwise(own)):
            wrong.append(f"group {group['group_id']}: two booking calls at once for one table in all")
    return wrong


def check_one_call_per_table(*, calls: Sequence[Row], freed: Sequence[Row]) -> list[str]:
    """Check that there are never more concurrent booking calls for a kind of table than such tables were freed.

    `freed` are the `freed` entries of the truth log. Only Resy's calls are checked: at OpenTable, a lock hides the
    table from other clients.
    """
    tables = Counter(table_key(row) for row in {row["slot_id"]: row for row in freed}.values())
    by_table: dict[Table, list[Row]] = {}
    for call in calls:
        table = parse_table_token(call["key"] or "")
        if table is not None:
            by_table.setdefault(table, []).append(call)
    wrong = []
    for table, own in by_table.items():
        ends = [call["replied_ms"] or call["received_ms"] for call in own]
        most = max(
            sum(other["received_ms"] <= call["received_ms"] < end for other, end in zip(own, ends, strict=True))
            for call in own
        )
        if most > max(1, tables[table]):
            wrong.append(f"{table}: {most} calls at once for {tables[table]} tables")
    return wrong


def parse_table_token(key: str) -> Table | None:
    """Parse Resy's configuration token. Return (venue, date, HH:MM, party size, seating), or None for other text."""
    scheme, _, rest = key.partition("://resy/")
    parts = rest.split("/", 7)
    if scheme != "rgs" or len(parts) != 8:
        return None
    venue_id, _, _, day, _, at, party, seating = parts
    return int(venue_id), day, at[:5], int(party), seating


def table_key(row: Row) -> Table:
    """Return the table of a `freed` entry."""
    return row["venue_id"], row["date"], row["time"], row["party_size"], row["seating"]


def account_key(row: Row) -> Account:
    """Return the account of a booking: the platform and the platform's id of the user."""
    return row["source"], str(row["user_id"])


def booking_date(key: str) -> str:
    """Return the date in the key of a booking call, "" if there is none."""
    return next(iter(DAY.findall(key)), "")
