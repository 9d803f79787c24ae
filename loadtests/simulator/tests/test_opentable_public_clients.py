"""Request sequences of public OpenTable clients, byte for byte, over plain sockets. Only the base URL is ours."""

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control
from loadtests.simulator.tests.harness_opentable import EVE, RID, initial_state
from loadtests.simulator.tests.raw_http import BROWSER, Reply, exchange

PHONE_AGENT = "com.contextoptional.OpenTable/26.17.0.6; iPhone; iOS/26.5; 3.0;"
JSON = {"Content-Type": "application/json"}


class PublicClient:
    """A base URL and the headers of every call."""

    def __init__(self, base_url: str, **headers: str) -> None:
        self.base_url = base_url
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}

    async def send(self, method: str, target: str, content: Any = None) -> Reply:
        body = "" if content is None else json.dumps(content)
        return await exchange(self.base_url, method, target, {**self.headers, **(JSON if body else {})}, body)


@pytest.fixture
def bearer(sim: Serving) -> str:
    """The token that a person copies from the app for clients without sign-in."""
    return sim.world.accounts.issue_bearer(sim.world.accounts.customer(f"+1{EVE}"))


async def test_app_client_reads_the_whole_day_locks_and_books(sim: Serving, control: Control, bearer: str) -> None:
    """The client reads its profile for phone and ids, makes the second availability call with the generic token, and
    locks an indoor dining area.
    """
    for time in ("18:00", "20:00"):
        await control.free(source="opentable", venue_id=RID, time=time)
    app = PublicClient(sim.opentable_url, Authorization=f"Bearer {bearer}", User_Agent=PHONE_AGENT)
    user = (await app.send("GET", "/api/v3/user/?loadInvitations=1")).json
    card = next((card for card in user["wallet"]["cards"] if card["default"]), user["wallet"]["cards"][0])
    assert (len(card["last4"]), user["phoneNumbers"][0]["number"]) == (4, EVE)

    query = {
        "dateTime": f"{DAY}T19:00",
        "partySize": "2",
        "allowPop": "true",
        "partnerId": "84",
        "availabilityToken": "eyJ2IjozLCJtIjowLCJwIjowLCJzIjowLCJuIjowfQ",
        "fallbackToNextAvailable": "1",
        "forceNextAvailable": "true",
        "includeOffers": "true",
        "requestAttributeTables": "true",
        "requestTicket": "true",
        "stats": "numBooked",
    }
    found = await app.send("GET", f"/api/v3/restaurant/{RID}?{urlencode(query)}")
    slots = {
        slot["dateTime"].split("T")[1][:5]: slot for slot in found.json["availability"]["availability"]["timeslots"]
    }
    slot = next(slots[time] for time in ("20:30", "20:00", "18:00") if time in slots)
    indoor = [area for area in slot["diningAreas"] if area["environment"] != "OUTDOOR"]
    area = {"tableAttribute": "default", "diningAreaId": indoor[0]["id"]}
    wanted = {
        "dateTime": slot["dateTime"],
        "partySize": 2,
        "hash": str(slot["slotHash"]),
        "attribution": {"partnerId": "84"},
        "selectedDiningArea": area,
    }
    lock = await app.send(
        "POST",
        f"/api/v1/reservation/{RID}/lock",
        {
            **wanted,
            "intendedPoints": slot["points"],
            "intendedPointsType": slot["type"],
            "hasAccessRuleDiningAttribute": False,
            "userLocation": {"countryCode": "US", "regionCode": "NY"},
        },
    )
    booked = await app.send(
        "POST",
        f"/api/v3/reservation/{RID}",
        {
            **wanted,
            "slotAvailabilityToken": slot["token"],
            "lockId": str(lock.json["id"]),
            "gpid": user["globalPersonId"],
            "dinerId": str(user["customerId"]),
            "number": user["phoneNumbers"][0]["number"],
            "countryId": "US",
            "notes": "",
            "type": slot["type"],
            "points": slot["points"],
            "loadInvitations": False,
            "hasAccessRuleDiningAttribute": False,
            "diningFormOptIn": False,
            "loyaltyProgramOptIn": True,
            "smsOptIn": True,
            "location": {"latitude": 40.74, "longitude": -73.98},
        },
    )
    assert str(booked.json["id"]) not in ("", "None")
    [row] = await control.bookings()
    assert (str(row["reservation_id"]), row["time"]) == (str(booked.json["confirmationNumber"]), "20:00")

    again = await app.send("POST", f"/api/v1/reservation/{RID}/lock", wanted)
    assert again.status == 409


async def test_older_app_client_watches_the_next_days_without_a_token(
    sim: Serving, control: Control, bearer: str
) -> None:
    """The client of 2021 and 2022 makes the first availability call. It sends flags as booleans and no availability
    token.
    """
    await control.free(source="opentable", venue_id=RID, time="20:00", date="2026-11-25")
    cookie = 'OT-Session-Update-Date="1637000000"'
    app = PublicClient(
        sim.opentable_url, authorization=f"Bearer {bearer}", user_agent="OpenTable/15.2.0.16; iPhone", Cookie=cookie
    )
    found = await app.send(
        "PUT",
        "/api/v3/restaurant/availability",
        {
            "forceNextAvailable": True,
            "includeNextAvailable": True,
            "dateTime": f"{DAY}T12:00",
            "attribution": {"partnerId": "84"},
            "partySize": 2,
            "rids": [RID],
        },
    )
    assert found.json["availability"]["noTimesReasons"] == ["NoTimesExist"]
    [day] = [day for day in found.json["suggestedAvailability"] if day["timeslots"]]
    assert day["timeslots"][0]["dateTime"] == "2026-11-25T20:00"


async def test_web_client_reads_without_tokens_and_without_a_session(sim: Serving, control: Control) -> None:
    """The client sends an empty list of tokens, searches three and a half hours to both sides, and has the CSRF token
    of an older page.
    """
    await control.free(source="opentable", venue_id=RID, time="22:15")
    web = PublicClient(sim.opentable_url, x_csrf_token="from-a-page", ot_page_group="rest-profile", User_Agent=BROWSER)
    found = await web.send(
        "POST",
        "/dapi/fe/gql?optype=query&opname=RestaurantsAvailability",
        {
            "operationName": "RestaurantsAvailability",
            "variables": {
                "onlyPop": False,
                "forwardDays": 0,
                "requireTimes": False,
                "requireTypes": ["Standard", "Experience"],
                "useCBR": False,
                "privilegedAccess": [],
                "restaurantIds": [RID],
                "date": DAY,
                "time": "19:00",
                "partySize": 2,
                "databaseRegion": "NA",
                "restaurantAvailabilityTokens": [],
                "loyaltyRedemptionTiers": [],
                "attributionToken": "",
                "correlationId": "8eecbef2-08ff-4c96-bd05-068895d803d1",
                "forwardMinutes": 210,
                "backwardMinutes": 210,
            },
            "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "2aee2372"}},
        },
    )
    [slot] = found.json["data"]["availability"][0]["availabilityDays"][0]["slots"]
    assert (slot["isAvailable"], slot["timeOffsetMinutes"]) == (True, 195)


async def test_browser_client_previews_books_moves_and_cancels(sim: Serving, control: Control, bearer: str) -> None:
    """The client makes every call with the session cookie.

    It reads the diner's profile and reservations from the dashboard page. It reads the terms of a table and its dining
    area from the details page. It locks, books, modifies and cancels.
    """
    for time in ("19:00", "20:00"):
        await control.free(source="opentable", venue_id=RID, time=time)
    web = PublicClient(
        sim.opentable_url,
        Cookie=f"ak_bmsc=x; otSession={bearer}; bm_sv=y",
        x_csrf_token="x",
        User_Agent=BROWSER,
    )
    profile = initial_state((await web.send("GET", "/user/dining-dashboard")).body.decode())["header"]["userProfile"]

    async def gql(operation: str, variables: dict[str, Any]) -> Any:
        extensions = {"persistedQuery": {"version": 1, "sha256Hash": "cbcf4838"}}
        target = f"/dapi/fe/gql?optype=mutation&opname={operation}"
        sent = {"operationName": operation, "variables": variables, "extensions": extensions}
        return (await web.send("POST", target, sent)).json["data"]

    async def made(time: str, **modification: Any) -> Any:
        asked = {"restaurantIds": [RID], "date": DAY, "time": time, "partySize": 2, "databaseRegion": "NA"}
        tokens = {"restaurantAvailabilityTokens": ["eyJ2IjoyLCJtIjoxLCJwIjowLCJzIjowLCJuIjowfQ"]}
        [shown] = (await gql("RestaurantsAvailability", {**asked, **tokens}))["availability"]
        [slot] = [slot for slot in shown["availabilityDays"][0]["slots"] if slot["timeOffsetMinutes"] == 0]
        at = f"{DAY}T{time}"
        query = {
            "rid": RID,
            "datetime": at,
            "covers": 2,
            "partySize": 2,
            "seating": "default",
            "slotHash": slot["slotHash"],
            "slotAvailabilityToken": slot["slotAvailabilityToken"],
        }
        page = await web.send("GET", f"/booking/details?{urlencode(query)}")
        area = initial_state(page.body.decode())["timeSlot"]["diningAreasBySeating"][0]["diningAreaId"]
        wanted = {
            "restaurantId": RID,
            "reservationDateTime": at,
            "partySize": 2,
            "slotHash": slot["slotHash"],
            "diningAreaId": area,
        }
        lock = await gql(
            "BookDetailsStandardSlotLock",
            {"input": {**wanted, "seatingOption": "DEFAULT", "databaseRegion": "NA", "reservationType": "STANDARD"}},
        )
        assert lock["lockSlot"]["success"] is True
        reply = await web.send(
            "POST",
            "/dapi/booking/make-reservation",
            {
                **wanted,
                "slotAvailabilityToken": slot["slotAvailabilityToken"],
                "slotLockId": lock["lockSlot"]["slotLock"]["slotLockId"],
                "firstName": profile["firstName"],
                "lastName": profile["lastName"],
                "email": profile["email"],
                "phoneNumber": profile["mobilePhoneNumber"]["number"],
                "phoneNumberCountryId": "US",
                "country": "US",
                "reservationAttribute": "default",
                "pointsType": "Standard",
                "points": 100,
                "tipAmount": 0,
                "tipPercent": 0,
                "confirmPoints": True,
                "optInEmailRestaurant": False,
                "additionalServiceFees": [],
                "nonBookableExperiences": [],
                "katakanaFirstName": "",
                "katakanaLastName": "",
                "correlationId": "8eecbef2-08ff-4c96-bd05-068895d803d1",
                "isModify": False,
                **modification,
                "reservationType": "Standard",
            },
        )
        return reply.json

    first = await made("19:00")
    named = {"securityToken": first["securityToken"], "confnumber": first["confirmationNumber"]}
    second = await made("20:00", isModify=True, **named)
    dashboard = initial_state((await web.send("GET", "/user/dining-dashboard")).body.decode())["diningDashboard"]
    [listed] = dashboard["upcomingReservations"]
    assert (listed["confirmationNumber"], listed["dateTime"]) == (second["confirmationNumber"], f"{DAY}T20:00:00")
    gone = await gql(
        "CancelReservation",
        {
            "input": {
                "restaurantId": listed["restaurantId"],
                "confirmationNumber": listed["confirmationNumber"],
                "securityToken": listed["securityToken"],
                "databaseRegion": "NA",
                "reservationSource": "Online",
            }
        },
    )
    assert gone["cancelReservation"]["statusCode"] == 200
    assert [row["status"] for row in await control.bookings()] == ["cancelled", "cancelled"]
