"""The OpenTable test harness: a customer with a plain client of the app and one of the web site."""

import contextlib
import json
from collections.abc import AsyncIterator
from typing import Any, Self

import httpx

from loadtests.simulator.tests.harness import DAY, client

RID = 50101
AGENT = {"User-Agent": "tablehawk-tests/1.0"}
CSRF = {"x-csrf-token": "any"}
ZERO_TOKEN = "eyJ2IjozLCJtIjowLCJwIjowLCJzIjowLCJuIjowfQ"
EVE, FINN = "2125550101", "2125550102"


def phone(number: str) -> dict[str, str]:
    return {"countryCode": "1", "countryId": "US", "number": number}


def initial_state(page: str) -> dict[str, Any]:
    """The JSON state of a page."""
    state: dict[str, Any]
    state, _ = json.JSONDecoder().raw_decode(page[page.index("window.__INITIAL_STATE__=") :].partition("=")[2])
    return state


class Customer:
    """A customer signed in by telephone; each method is one call and returns the raw response."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.record: dict[str, Any] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def at(cls, base_url: str, number: str) -> AsyncIterator[Self]:
        async with client(base_url, **AGENT, **CSRF) as http:
            customer = cls(http)
            await customer.sign_in(number)
            yield customer

    async def sign_in(self, number: str) -> None:
        self.http.headers.pop("Authorization", None)
        sent = await self.http.post("/api/v1/2fa/start", json={"phone": phone(number), "target": "SMS"})
        reply = await self.confirm(number, sent.json()["correlationId"])
        assert reply.status_code == 200, reply.text
        self.record = reply.json()["customer"]
        self.http.headers["Authorization"] = f"Bearer {reply.json()['access_token']}"

    async def confirm(self, number: str, correlation_id: str, code: str = "123456") -> httpx.Response:
        body = {"phone": phone(number), "code": code, "correlationId": correlation_id, "allowPhoneRecycling": True}
        return await self.http.post("/api/v1/2fa/confirm", json=body)

    async def find(self, *, rid: int = RID, at: str = f"{DAY}T19:00", party: int = 2, **fields: Any) -> httpx.Response:
        body = {
            "rids": [str(rid)],
            "dateTime": at,
            "partySize": party,
            "availabilityToken": ZERO_TOKEN,
            "forceFullDaySearch": "true",
            **fields,
        }
        return await self.http.put("/api/v3/restaurant/availability", json=body)

    async def timeslots(self, **wanted: Any) -> list[dict[str, Any]]:
        """Return the times that the app's first availability call lists."""
        slots: list[dict[str, Any]] = (await self.find(**wanted)).json()["availability"]["timeslots"]
        return slots

    async def lock(self, slot: dict[str, Any], *, rid: int = RID, party: int = 2, **fields: Any) -> httpx.Response:
        area = {"tableAttribute": "default", "diningAreaId": slot["diningAreas"][0]["id"]}
        body = {"partySize": party, "dateTime": slot["dateTime"], "hash": slot["slotHash"], "selectedDiningArea": area}
        return await self.http.post(f"/api/v1/reservation/{rid}/lock", json={**body, **fields})

    async def locked(self, slot: dict[str, Any], **wanted: Any) -> int:
        """Lock a table in the app; return the lock's id."""
        reply = await self.lock(slot, **wanted)
        assert reply.status_code == 200, reply.text
        number: int = reply.json()["id"]
        return number

    async def book(
        self, slot: dict[str, Any], lock_id: int, *, rid: int = RID, party: int = 2, version: int = 3, **fields: Any
    ) -> httpx.Response:
        body = {
            "lockId": str(lock_id),
            "hash": slot["slotHash"],
            "slotAvailabilityToken": slot["token"],
            "dateTime": slot["dateTime"],
            "partySize": party,
            "gpid": self.record["globalPersonId"],
            "dinerId": str(self.record["customerId"]),
            "number": self.record["phoneNumbers"][0]["number"],
            "countryId": "US",
            "type": "Standard",
            **fields,
        }
        return await self.http.post(f"/api/v{version}/reservation/{rid}", json=body)

    async def take(self, slot: dict[str, Any], **fields: Any) -> httpx.Response:
        """Lock a table, then book it."""
        return await self.book(slot, await self.locked(slot), **fields)

    async def cancel(self, confirmation: int, *, rid: int = RID) -> httpx.Response:
        return await self.http.delete(f"/api/v3/reservation/{rid}/{confirmation}")

    # the web site

    async def gql(self, operation: str, **variables: Any) -> httpx.Response:
        body = {
            "operationName": operation,
            "variables": variables,
            "extensions": {"persistedQuery": {"version": 1, "sha256Hash": "0" * 64}},
        }
        return await self.http.post("/dapi/fe/gql", params={"optype": "query", "opname": operation}, json=body)

    async def web_slots(self, *, rid: int = RID, time: str = "19:00", **changed: Any) -> list[dict[str, Any]]:
        """Return the slots of one day, by the web site's query."""
        wanted = {"restaurantIds": [rid], "restaurantAvailabilityTokens": [ZERO_TOKEN], "date": DAY, "time": time}
        reply = await self.gql("RestaurantsAvailability", **{**wanted, "partySize": 2, "forwardDays": 0, **changed})
        slots: list[dict[str, Any]] = reply.json()["data"]["availability"][0]["availabilityDays"][0]["slots"]
        return slots

    async def web_lock(self, slot: dict[str, Any], *, at: str, rid: int = RID) -> dict[str, Any]:
        """Lock a table on the web site; return `data.lockSlot` of the reply."""
        wanted = {
            "restaurantId": rid,
            "seatingOption": "DEFAULT",
            "reservationDateTime": at,
            "partySize": 2,
            "databaseRegion": "NA",
            "slotHash": slot["slotHash"],
            "reservationType": "STANDARD",
            "diningAreaId": slot["diningAreasBySeating"][0]["diningAreaId"],
        }
        answer: dict[str, Any] = (await self.gql("BookDetailsStandardSlotLock", input=wanted)).json()
        lock: dict[str, Any] = answer["data"]["lockSlot"]
        return lock

    async def make(
        self, slot: dict[str, Any], lock_id: int, *, at: str, rid: int = RID, **fields: Any
    ) -> httpx.Response:
        body = {
            "restaurantId": rid,
            "reservationDateTime": at,
            "partySize": 2,
            "slotHash": slot["slotHash"],
            "slotAvailabilityToken": slot["slotAvailabilityToken"],
            "slotLockId": lock_id,
            "diningAreaId": slot["diningAreasBySeating"][0]["diningAreaId"],
            "firstName": self.record["firstName"],
            "lastName": self.record["lastName"],
            "email": self.record["email"],
            "phoneNumber": self.record["phoneNumbers"][0]["number"],
            "phoneNumberCountryId": "US",
            "country": "US",
            "reservationType": "Standard",
            "reservationAttribute": "default",
            "points": 100,
            "pointsType": "Standard",
            "confirmPoints": True,
            "correlationId": "5f1c6a2e-2b1f-4d6e-9b7a-0d6a1f2b3c4d",
            "isModify": False,
            "tipAmount": 0,
            "tipPercent": 0,
            "additionalServiceFees": [],
            "nonBookableExperiences": [],
            "optInEmailRestaurant": False,
            "katakanaFirstName": "",
            "katakanaLastName": "",
            **fields,
        }
        return await self.http.post("/dapi/booking/make-reservation", json=body)

    async def web_take(self, *, time: str, **fields: Any) -> httpx.Response:
        """Find, lock and book a time on the web site."""
        [slot] = [slot for slot in await self.web_slots(time=time) if slot["timeOffsetMinutes"] == 0]
        lock = await self.web_lock(slot, at=f"{DAY}T{time}")
        assert lock["success"], lock
        return await self.make(slot, lock["slotLock"]["slotLockId"], at=f"{DAY}T{time}", **fields)

    async def dashboard(self) -> list[dict[str, Any]]:
        """The upcoming reservations of the customer's dashboard."""
        state = initial_state((await self.http.get("/user/dining-dashboard")).text)
        coming: list[dict[str, Any]] = state["diningDashboard"]["upcomingReservations"]
        return coming
