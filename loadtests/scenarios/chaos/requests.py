"""The requests of a wave, of each kind, and what has to come of them."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx

from loadtests.clients import PLATFORM_PASSWORD, Diner, SimulatorControl
from loadtests.running import RunningStack

Kind = Literal["plain", "pair", "opentable", "override"]
HEADERS = {"Authorization": 'ResyAPI api_key="load"', "User-Agent": "TablehawkLoad/0.1"}
EARLIER, BY_HAND_PARTY = "18:30", 4  # the table that an override gives up


@dataclass
class ChaosRequest:
    """One group: one table on `date`, at any of its venues, at `at`. `members`: request ids by our venue id.

    `old_booking`: the reservation that the diner held before, by the platform's id. `stopped`: pause or delete.
    """

    kind: Kind
    diner: Diner
    date: str
    at: str
    venues: list[dict[str, Any]]
    group_id: int
    members: dict[int, int]
    old_booking: int | None = None
    stopped: str = ""
    stop_status: int = 0
    stop_answered_ms: float = 0.0
    slots: list[int] = field(default_factory=list)


async def file_chaos_request(
    kind: Kind,
    *,
    diner: Diner,
    date: str,
    at: str,
    places: Sequence[dict[str, Any]],
    opentable: Sequence[dict[str, Any]],
    rng: random.Random,
    running: RunningStack,
    control: SimulatorControl,
) -> ChaosRequest:
    """File one group of that kind for two people, around the hour `at`."""
    venues = [rng.choice(opentable)] if kind == "opentable" else rng.sample(list(places), 2 if kind == "pair" else 1)
    old_booking = None
    if kind == "override":
        old_booking = await book_by_hand(diner, venue=rng.choice(places), date=date, running=running, control=control)
    start = "19:00" if kind == "override" else "18:30"
    group = await diner.submit_request(
        venues=[venue["id"] for venue in venues],
        dates=[date],
        start=start,
        end="21:30",
        override_reservations=kind == "override",
    )
    members = {member["venue"]: member["id"] for member in group["members"]}
    return ChaosRequest(
        kind=kind,
        diner=diner,
        date=date,
        at=at,
        venues=venues,
        group_id=group["group_id"],
        members=members,
        old_booking=old_booking,
    )


async def book_by_hand(
    diner: Diner, *, venue: dict[str, Any], date: str, running: RunningStack, control: SimulatorControl
) -> int:
    """Let the diner book a table at Resy without us, as people do; returns the platform's id."""
    await control.free_tables(venue_id=venue["venue_id"], date=date, at=EARLIER, party_size=BY_HAND_PARTY)
    async with httpx.AsyncClient(base_url=running.env["RESY_BASE_URL"], headers=HEADERS, timeout=10) as http:
        form = {"email": diner.email, "password": PLATFORM_PASSWORD}
        login = (await http.post("/3/auth/password", data=form)).raise_for_status().json()
        token = {"X-Resy-Auth-Token": login["token"]}
        query = {"lat": 0, "long": 0, "day": date, "party_size": BY_HAND_PARTY, "venue_id": venue["venue_id"]}
        found = (await http.get("/4/find", params=query)).raise_for_status().json()
        slot = found["results"]["venues"][0]["slots"][0]["config"]["token"]
        body = {"config_id": slot, "day": date, "party_size": BY_HAND_PARTY, "commit": 1, "struct_items": []}
        held = (await http.post("/3/details", json=body, headers=token)).raise_for_status().json()
        form = {"book_token": held["book_token"]["value"], "source_id": "resy.com-venue-details"}
        booked = (await http.post("/3/book", data=form, headers=token)).raise_for_status().json()
    return int(booked["reservation_id"])


async def free_tables(wanted: ChaosRequest, *, control: SimulatorControl) -> None:
    """Free one table at each of the group's venues."""
    for venue in wanted.venues:
        freed = await control.free_tables(
            venue_id=venue["venue_id"], date=wanted.date, at=wanted.at, source=venue["reservation_source"]
        )
        wanted.slots += [slot["slot_id"] for slot in freed["slots"]]
