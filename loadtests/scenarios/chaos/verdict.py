"""The verdict on a chaos run: the platform's log, the database and what the sockets received, against each other."""

import statistics
from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from loadtests import plots, predicates
from loadtests.percentiles import summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.chaos import valkey_stop
from loadtests.scenarios.chaos.requests import BY_HAND_PARTY, EARLIER, ChaosRequest
from loadtests.truth import TruthLog, count_per_second

if TYPE_CHECKING:
    from loadtests.scenarios.chaos.run import Story

SETTLED_SECONDS = 30.0
GRACE_SECONDS = 13.0
# From the kill to the next poll of every venue that is waited for.
WATCHED_AGAIN = {"kill actor": 10.0, "kill controller": 15.0, "kill raylet": 60.0, "kill PostgreSQL": 30.0}
# Of these the platform itself is well again at a known moment.
PLATFORM_FAULTS = ("book: cut after commit", "book: hang", "429 storm", "5xx storm", "firewall pages")


def judge(story: "Story", log: TruthLog, *, bookings: list[dict[str, Any]], running: RunningStack) -> Section:
    """Return figures, broken promises and plots."""
    section = Section(name="chaos", about=str(__doc__))
    people = owners(story, running=running)
    ours = [{**row, "owner": people[key]} for row in bookings if (key := predicates.account_key(row)) in people]
    outcomes = running.query(
        "select o.attempt_id, o.kind, o.reason, a.platform, a.platform_reservation_id, a.reservation_id, a.group_id,"
        " a.state, a.old_booking_id, a.old_booking_gone_at, a.claimed_at, a.closed_at from outcome o"
        " join attempt a on a.id = o.attempt_id where a.group_id = any(%s)",
        [one.group_id for one in story.wanted],
    )
    told = [event.body for diner in story.diners for event in diner.events if event.type == "reservation.outcome"]
    # The tables that diners booked by hand are not calls of ours.
    by_hand = f"/{EARLIER}:00/{BY_HAND_PARTY}/"
    calls = [call for call in log.booking_calls() if by_hand not in (call["key"] or "")]
    held = {one.old_booking for one in story.wanted if one.old_booking}
    section.wrong += predicates.check_one_table_per_group(
        groups=[group_row(one) for one in story.wanted],
        bookings=[row for row in ours if row["reservation_id"] not in held],
    )
    section.wrong += predicates.check_old_booking_released_last(
        groups=[group_row(one) for one in story.wanted], entries=log.entries
    )
    section.wrong += predicates.check_no_booking_after_stop(
        stops=[group_row(one) for one in story.wanted if one.stop_status == 200],
        entries=log.of_kind("booked"),
        people=people,
    )
    section.wrong += predicates.check_no_call_after_stop(
        stops=[group_row(one) for one in story.wanted if one.stop_status == 200], calls=calls, people=people
    )
    section.wrong += predicates.check_no_blind_retry(calls=calls, grace_ms=GRACE_SECONDS * 1000)
    section.wrong += predicates.check_one_call_per_table(calls=calls, freed=log.of_kind("freed"))
    section.wrong += predicates.check_each_outcome_reported_once(
        outcomes=outcomes, reported=told, repeated=sum(diner.repeated for diner in story.diners)
    )
    section.wrong += predicates.check_event_numbers_dense(
        seqs=[[event.seq for event in diner.events] for diner in story.diners]
    )
    section.wrong += predicates.check_bookings_match_outcomes(
        bookings=[row for row in ours if row["reservation_id"] not in held],
        outcomes=[row for row in outcomes if row["state"] == "booked"],
    )
    section.wrong += predicates.check_settled_in_time(attempts=unknown(story, running=running), within=SETTLED_SECONDS)
    section.wrong += predicates.check_polling_resumed_in_time(pauses=recoveries(story, log), limits=WATCHED_AGAIN)
    for wave in story.waves:
        section.demand(wave.well_at is not None, f"the wave of {wave.fault} never came to its end")
    section.figures = figures(story, log, outcomes=outcomes, running=running)
    booked_at = [entry["wall_ms"] / 1000 for entry in log.of_kind("booked")]
    told_at = [event.at for diner in story.diners for event in diner.events if event.type == "reservation.outcome"]
    for wave in story.waves:
        valkey_stop.judge(section, wave.around_valkey, booked_at=booked_at, told_at=told_at)
    section.plots = drawings(story, log)
    return section


def owners(story: "Story", *, running: RunningStack) -> dict[predicates.Account, str]:
    """Return our diner's address for each account at a platform."""
    rows = running.query(
        "select a.platform, a.platform_user_id, u.email from platform_account a join app_user u on u.id = a.user_id"
        " where u.email = any(%s)",
        [diner.email for diner in story.diners],
    )
    return {(row["platform"], row["platform_user_id"]): row["email"] for row in rows}


def group_row(one: ChaosRequest) -> dict[str, Any]:
    """Return a group as the predicates read it."""
    return {
        "group_id": one.group_id,
        "owner": one.diner.email,
        "places": {(venue["reservation_source"], venue["venue_id"]) for venue in one.venues},
        "date": one.date,
        "stopped": one.stopped,
        "stop_answered_ms": one.stop_answered_ms,
        "old_booking": one.old_booking,
    }


def unknown(story: "Story", *, running: RunningStack) -> list[dict[str, Any]]:
    """Return the calls of unknown outcome in waves where the platform failed, with when it was well again."""
    healed = {
        one.group_id: wave.healed_at for wave in story.waves if wave.fault in PLATFORM_FAULTS for one in wave.wanted
    }
    rows = running.query(
        "select a.id, a.group_id, extract(epoch from a.claimed_at)::float8 as claimed,"
        " extract(epoch from a.closed_at)::float8 as closed from attempt a where a.group_id = any(%s)"
        " and exists (select 1 from timeline_entry t where t.attempt_id = a.id and t.kind = 'verifying')",
        list(healed),
    )
    return [{**row, "healed": healed[row["group_id"]]} for row in rows]


def figures(story: "Story", log: TruthLog, *, outcomes: list[dict[str, Any]], running: RunningStack) -> dict[str, str]:
    """Say what happened."""
    groups = [one.group_id for one in story.wanted]
    unsure = running.query(
        "select a.id, extract(epoch from a.closed_at - a.claimed_at) as took from attempt a where a.group_id = any(%s)"
        " and exists (select 1 from timeline_entry t where t.attempt_id = a.id and t.kind = 'verifying')",
        groups,
    )
    found = {
        "requests": ", ".join(f"{n} {kind}" for kind, n in Counter(one.kind for one in story.wanted).items()),
        "outcomes": ", ".join(f"{n} {kind}" for kind, n in Counter(row["kind"] for row in outcomes).items()),
        "calls of unknown outcome that were settled": str(len(unsure)),
        "claim -> settled": summarize([float(row["took"]) for row in unsure if row["took"]], "s"),
        "overrides whose old table was given up": str(sum(bool(row["old_booking_id"]) for row in outcomes)),
        "stops answered": str(sum(one.stop_status != 0 for one in story.wanted if one.stopped)),
    }
    for fault, gaps in sorted(recoveries(story, log).items()):
        found[f"{fault}: longest pause in polling any venue"] = (
            f"n {len(gaps)}  median {statistics.median(gaps):.1f}  max {max(gaps):.1f} s"
        )
    return found


def recoveries(story: "Story", log: TruthLog) -> dict[str, list[float]]:
    """Return, by what broke, the longest time in seconds that a waited-for venue went without a poll, for each wave."""
    last_booking: dict[int, float] = defaultdict(float)
    found: dict[str, list[float]] = defaultdict(list)
    polls = [(poll["received_ms"] / 1000, poll["key"] or "") for poll in log.polls()]
    for wave in story.waves:
        end = wave.well_at or wave.healed_at
        keys = {f"{venue['venue_id']}|{one.date}|" for one in wave.wanted for venue in one.venues}
        for entry in log.of_kind("booked"):
            if any(f"{entry['venue_id']}|{entry['date']}|".startswith(key) for key in keys):
                last_booking[entry["venue_id"]] = entry["wall_ms"] / 1000
        worst = 0.0
        for venue in {key.split("|")[0] for key in keys}:
            until = min(end, last_booking[int(venue)])
            times = [at for at, key in polls if key.startswith(f"{venue}|") and wave.broken_at - 3 <= at <= until]
            worst = max([worst, *(later - earlier for earlier, later in pairwise(times))])
        found[wave.fault].append(worst)
    return found


def drawings(story: "Story", log: TruthLog) -> dict[str, str]:
    """Draw when what was broken and how bookings and polls went on."""
    start = min(wave.broken_at for wave in story.waves)
    spans: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for wave in story.waves:
        spans[wave.fault].append((wave.broken_at - start, (wave.well_at or wave.healed_at) - start))
    booked = count_per_second([entry["wall_ms"] for entry in log.of_kind("booked")], start_ms=start * 1000)
    polls = count_per_second([poll["received_ms"] for poll in log.polls()], start_ms=start * 1000)
    return {
        "What was broken, until all was well again": plots.events(spans),
        "Bookings and polls in each second": plots.over_time({"bookings": booked, "polls": polls}, y="in a second"),
    }
