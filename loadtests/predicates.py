"""The judge: joins the simulator's truth, the database and what the sockets received.

Owns the predicates, as pure functions over plain rows; each returns sentences of what is wrong, none when all is well.
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
# A reply in the platform's own words after which nothing can have been booked.
CLEAR_REFUSALS = frozenset({401, 402, 404, 409, 412, 419, 429})
# The platform logs old cancelled, old freed, new booked.
SWAP_ENTRIES = 3
# How long after the claim a call may still leave.
SEND_MS = 2_000


def check_one_booking_per_request(*, bookings: Sequence[Row], requests: Sequence[Row]) -> list[str]:
    """Every request {email, venue_id, date} has one live booking at the platform; no booking lacks a request."""
    live = [row for row in bookings if row["status"] == "booked"]
    got = Counter((row["user_email"], row["venue_id"], row["date"]) for row in live)
    wanted = Counter((row["email"], row["venue_id"], row["date"]) for row in requests)
    wrong = [f"{number} bookings for {key}, wanted 1" for key, number in got.items() if number > 1]
    wrong += [f"no booking for {key}" for key in wanted if key not in got]
    wrong += [f"a booking that nobody asked for: {key}" for key in got if key not in wanted]
    return wrong


def check_one_table_per_meal(*, bookings: Sequence[Row]) -> list[str]:
    """No diner holds two live tables on one day (the scenarios ask for one meal a day)."""
    live = Counter((row["user_email"], row["date"]) for row in bookings if row["status"] == "booked")
    return [f"{number} tables for {key}" for key, number in live.items() if number > 1]


def check_each_outcome_reported_once(*, outcomes: Sequence[Row], reported: Sequence[Row], repeated: int) -> list[str]:
    """Every outcome row {attempt_id} reached its diner's socket exactly once; nothing else was told as an outcome."""
    heard = Counter(row["attempt_id"] for row in reported)
    ids = {row["attempt_id"] for row in outcomes}
    wrong = [f"outcome of attempt {attempt} was never told" for attempt in sorted(ids - heard.keys())]
    wrong += [f"outcome of attempt {attempt} was told {n} times" for attempt, n in heard.items() if n > 1]
    wrong += [f"attempt {attempt} was told but has no outcome" for attempt in sorted(heard.keys() - ids)]
    if repeated:
        wrong.append(f"{repeated} event numbers came twice to a socket")
    return wrong


def check_bookings_match_outcomes(*, bookings: Sequence[Row], outcomes: Sequence[Row]) -> list[str]:
    """The platform's live bookings and our booked outcomes name the same reservations."""
    theirs = {str(row["reservation_id"]) for row in bookings if row["status"] == "booked"}
    ours = {str(row["platform_reservation_id"]) for row in outcomes if row["kind"] == "booked"}
    wrong = [f"the platform holds {name}, we do not know it" for name in sorted(theirs - ours)]
    return wrong + [f"we say {name} is booked, the platform does not" for name in sorted(ours - theirs)]


def check_event_numbers_dense(*, seqs: Iterable[Sequence[int]]) -> list[str]:
    """Each diner's event numbers rise by one, with no gap and no repeat."""
    wrong = []
    for position, numbers in enumerate(seqs):
        if any(later - earlier != 1 for earlier, later in pairwise(numbers)):
            wrong.append(f"diner {position}: event numbers {list(numbers)} are not dense")
    return wrong


def check_one_table_per_group(*, groups: Sequence[Row], bookings: Sequence[Row]) -> list[str]:
    """Every group {owner, places, date, stopped} has exactly one live booking of its owner; a stopped one at most one.

    Bookings {source, venue_id, date, owner, status} that belong to no group are wrong too.
    """
    live = [row for row in bookings if row["status"] == "booked"]
    wrong = []
    known: set[int] = set()
    for group in groups:
        own = [
            number
            for number, row in enumerate(live)
            if row["owner"] == group["owner"]
            and row["date"] == group["date"]
            and (row["source"], row["venue_id"]) in group["places"]
        ]
        known.update(own)
        if len(own) > 1 or (not own and not group["stopped"]):
            wrong.append(f"group {group['group_id']}: {len(own)} tables, wanted 1")
    strays = [row for number, row in enumerate(live) if number not in known]
    return wrong + [f"a table that nobody asked for: {row['owner']} {row['venue_id']} {row['date']}" for row in strays]


def check_old_booking_released_last(*, groups: Sequence[Row], entries: Sequence[Row]) -> list[str]:
    """A table that an override gives up is cancelled, and not before the group's new one was booked."""
    old_booking = {group["old_booking"]: group for group in groups if group["old_booking"]}
    cancelled = {row["reservation_id"]: row["n"] for row in entries if row["kind"] == "cancelled"}
    wrong = []
    for reservation_id, group in old_booking.items():
        if reservation_id not in cancelled:
            if not group["stopped"]:
                wrong.append(f"group {group['group_id']}: the old table was kept")
            continue
        new = [
            row["n"]
            for row in entries
            if row["kind"] == "booked"
            and row["user_email"] == group["owner"]
            and row["date"] == group["date"]
            and row["reservation_id"] != reservation_id
        ]
        # A swap is one step: the platform logs the old one just before the new.
        if not new or min(new) > cancelled[reservation_id] + SWAP_ENTRIES:
            wrong.append(f"group {group['group_id']}: the old table was given up before the new one was held")
    return wrong


def check_no_booking_after_stop(
    *, stops: Sequence[Row], entries: Sequence[Row], people: Mapping[Account, str]
) -> list[str]:
    """No booking at a stopped group's venues after its stop was answered with success."""
    wrong = []
    for stop in stops:
        late = [
            row
            for row in entries
            if people.get(account_key(row)) == stop["owner"]
            and row["date"] == stop["date"]
            and (row["source"], row["venue_id"]) in stop["places"]
            and row["wall_ms"] > stop["stop_answered_ms"]
        ]
        if late:
            wrong.append(f"group {stop['group_id']}: booked after the stop was answered")
    return wrong


def check_no_call_after_stop(*, stops: Sequence[Row], calls: Sequence[Row], people: Mapping[Account, str]) -> list[str]:
    """No booking call of a stopped group's diner for its day came in after its stop was answered with success.

    Only for diners who wait with one group on that day.
    """
    return [
        f"group {stop['group_id']}: a booking call came in after the stop was answered"
        for stop in stops
        if any(
            people.get(account_key(call)) == stop["owner"]
            and booking_date(call["key"] or "") == stop["date"]
            and call["received_ms"] > stop["stop_answered_ms"]
            for call in calls
        )
    ]


def check_settled_in_time(*, attempts: Sequence[Row], within: float) -> list[str]:
    """Every call of unknown outcome {id, claimed, closed, healed} (unix seconds) came to its end in time after the
    platform was well again, or after its claim where that was later.
    """
    return [
        f"attempt {row['id']}: settled {row['closed'] - since:.1f} s after the platform was well again"
        for row in attempts
        if row["closed"] is not None and row["closed"] - (since := max(row["claimed"], row["healed"])) > within
    ]


def check_polling_resumed_in_time(*, pauses: Mapping[str, Sequence[float]], limits: Mapping[str, float]) -> list[str]:
    """No pause in polling, in seconds by what broke, was longer than its limit."""
    return [
        f"{fault}: nobody polled for {max(pauses[fault]):.1f} s, promised {limit:.0f} s"
        for fault, limit in limits.items()
        if max(pauses.get(fault, ()), default=0.0) > limit
    ]


def check_no_blind_retry(*, calls: Sequence[Row], grace_ms: float) -> list[str]:
    """After a booking call without an answer that says no, the same diner sends none for that day before the grace."""
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


def check_one_call_per_table(*, calls: Sequence[Row], freed: Sequence[Row]) -> list[str]:
    """Never more booking calls on the wire at once than there are equal tables: `freed` are their entries.

    Only Resy's calls name the table; at OpenTable a lock does, and nobody else sees the table meanwhile.
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
    """Read Resy's configuration token: venue, date, hour and minute, party, seating."""
    scheme, _, rest = key.partition("://resy/")
    parts = rest.split("/", 7)
    if scheme != "rgs" or len(parts) != 8:
        return None
    venue_id, _, _, day, _, at, party, seating = parts
    return int(venue_id), day, at[:5], int(party), seating


def table_key(row: Row) -> Table:
    """Read a freed table's entry."""
    return row["venue_id"], row["date"], row["time"], row["party_size"], row["seating"]


def account_key(row: Row) -> Account:
    """Return whose account a booking is in: the platform and its own id of the person."""
    return row["source"], str(row["user_id"])


def booking_date(key: str) -> str:
    """Return the date in a booking request's key, which names the table."""
    return next(iter(DAY.findall(key)), "")
