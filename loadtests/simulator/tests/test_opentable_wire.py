"""Strict formats of OpenTable's replies, as public clients parse them: types, formats, required fields."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, StrictBool, StrictInt, StrictStr

from loadtests.simulator.tests.harness import DAY, Control
from loadtests.simulator.tests.harness_opentable import RID, Customer, initial_state


def _form(pattern: str) -> AfterValidator:
    def check(text: str) -> str:
        assert re.fullmatch(pattern, text), text
        return text

    return AfterValidator(check)


Local = Annotated[StrictStr, _form(r"\d{4}-\d\d-\d\dT\d\d:\d\d")]
LocalSeconds = Annotated[StrictStr, _form(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d")]
Uuid = Annotated[StrictStr, _form(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")]
Digits = Annotated[StrictStr, _form(r"\d+")]
Token = Annotated[StrictStr, _form(r"[A-Za-z0-9_-]{20,}")]
Category = Literal["default", "bar", "highTop", "outdoor"]


class Shape(BaseModel):
    model_config = ConfigDict(extra="ignore")


class AppCard(Shape):
    token: StrictStr
    last4: StrictStr
    default: StrictBool


class Wallet(Shape):
    cards: list[AppCard]


class PhoneNumber(Shape):
    number: Digits
    countryId: StrictStr


class User(Shape):
    firstName: StrictStr
    lastName: StrictStr
    email: StrictStr
    globalPersonId: Digits
    customerId: StrictInt
    phoneNumbers: list[PhoneNumber]
    wallet: Wallet


class Confirmed(Shape):
    access_token: Uuid
    token: Uuid
    token_type: Literal["bearer"]
    expires_in: StrictInt
    customer: User


class DiningArea(Shape):
    id: Digits
    name: StrictStr
    isDefaultArea: StrictBool
    environment: Literal["INDOOR", "OUTDOOR"]
    availableAttributes: list[Category]


class Timeslot(Shape):
    dateTime: Local
    available: Literal[True]
    slotHash: Digits
    token: Token
    type: Literal["Standard"]
    attributes: list[Category]
    points: StrictInt
    requiresCreditCard: StrictBool
    creditCardPolicyType: Literal["HOLD", "DEPOSIT"] | None
    diningAreas: list[DiningArea]


class Restaurant(Shape):
    id: Digits
    dateTime: Local
    noTimesReasons: list[Literal["NoTimesExist", "TooFarInAdvance", "BlockedAvailability"]]
    minPartySize: StrictInt
    maxPartySize: StrictInt
    maxDaysInAdvance: StrictInt
    timeslots: list[Timeslot]
    dateMessages: list[Any]
    token: Token


class AvailabilityV1(Shape):
    dateTime: Local
    availability: Restaurant
    suggestedAvailability: list[Restaurant]
    experienceList: list[Any]


class Inner(Shape):
    availability: Restaurant


class AvailabilityV2(Shape):
    availability: Inner


class Policy(Shape):
    """The policy of a table that requires no card, as recorded."""

    model_config = ConfigDict(extra="forbid")

    cancellable: StrictBool
    cancellationCutoffDate: Local


class Lock(Shape):
    model_config = ConfigDict(extra="forbid")

    id: StrictInt
    rid: StrictInt
    date: Local
    partySize: StrictInt
    offerLockId: None
    stripeKey: None
    creditCardCancellationPolicy: Policy


class BookedAt(Shape):
    rid: StrictInt
    name: StrictStr


class Booked(Shape):
    id: StrictInt
    token: StrictStr
    confirmationNumber: StrictInt
    dateTime: Local
    partySize: StrictInt
    restaurant: BookedAt


class WebArea(Shape):
    diningAreaId: StrictInt
    tableCategory: Category


class WebSlot(Shape):
    isAvailable: Literal[True]
    timeOffsetMinutes: StrictInt
    slotHash: Digits
    slotAvailabilityToken: Token
    type: Literal["Standard"]
    attributes: list[Category]
    pointsType: StrictStr
    pointsValue: StrictInt
    experienceIds: list[StrictInt]
    diningAreasBySeating: list[WebArea]


class WebDay(Shape):
    dayOffset: StrictInt
    noTimesReasons: list[StrictStr]
    slots: list[WebSlot]


class WebRestaurant(Shape):
    restaurantId: StrictInt
    restaurantAvailabilityToken: Token
    availabilityDays: list[WebDay]


class SlotLock(Shape):
    slotLockId: StrictInt


class LockSlot(Shape):
    model_config = ConfigDict(extra="forbid")

    success: Literal[True]
    slotLock: SlotLock
    slotLockErrors: None


class Made(Shape):
    model_config = ConfigDict(extra="forbid")

    success: Literal[True]
    reservationId: StrictInt
    confirmationNumber: StrictInt
    securityToken: StrictStr
    points: StrictInt
    reservationStateId: StrictInt
    partnerScaRequired: Literal[False]
    partnerScaRedirectUrl: None
    errorCode: None
    errorMessage: None


class Listed(Shape):
    confirmationNumber: StrictInt
    securityToken: StrictStr
    dateTime: LocalSeconds
    restaurantName: StrictStr
    restaurantId: StrictInt
    partySize: StrictInt
    isUpcoming: Literal[True]


class MobilePhone(Shape):
    number: Digits
    countryId: StrictStr


class Profile(Shape):
    gpid: StrictInt
    firstName: StrictStr
    lastName: StrictStr
    email: StrictStr
    mobilePhoneNumber: MobilePhone
    points: StrictInt


class SavedCard(Shape):
    cardId: StrictStr
    type: StrictStr
    last4: StrictStr
    expiryMonth: StrictInt
    expiryYear: StrictInt
    default: StrictBool


class TimeSlotState(Shape):
    creditCardRequired: StrictBool
    creditCardPolicyType: None
    diningAreasBySeating: list[WebArea]


class PlaceOfConflict(Shape):
    restaurantId: StrictInt
    name: StrictStr


class ConflictState(Shape):
    dateTime: Local
    confirmationNumber: StrictInt
    partySize: StrictInt
    restaurant: PlaceOfConflict


class SavedCards(Shape):
    savedCards: list[SavedCard]


class DetailsState(Shape):
    timeSlot: TimeSlotState
    wallet: SavedCards
    upcomingReservationConflicts: list[ConflictState]


async def test_app_replies_have_the_shapes_that_clients_parse(eve: Customer, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID)
    user = User.model_validate((await eve.http.get("/api/v3/user/", params={"loadInvitations": 1})).json())
    assert [card.last4 for card in user.wallet.cards] == ["4242"]

    shown = AvailabilityV1.model_validate((await eve.find()).json()).availability
    assert shown.id == str(RID)
    assert [slot.dateTime for slot in shown.timeslots] == [f"{DAY}T19:30"]
    [slot] = await eve.timeslots()

    lock = Lock.model_validate((await eve.lock(slot)).json())
    assert (lock.rid, lock.date, lock.partySize) == (RID, f"{DAY}T19:30", 2)
    reply = await eve.book(slot, lock.id)
    assert reply.status_code == 201
    booked = Booked.model_validate(reply.json())
    assert booked.restaurant.rid == RID

    [listed] = await eve.dashboard()
    assert Listed.model_validate(listed).confirmationNumber == booked.confirmationNumber
    assert (await eve.cancel(booked.confirmationNumber)).status_code == 204
    assert await eve.dashboard() == []


async def test_second_availability_reply_has_the_shape_that_clients_parse(eve: Customer, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID)
    query = {"dateTime": f"{DAY}T12:00", "partySize": "2", "availabilityToken": "eyJ2IjozLCJtIjowfQ"}
    reply = await eve.http.get(f"/api/v3/restaurant/{RID}", params=query)
    shown = AvailabilityV2.model_validate(reply.json()).availability.availability
    assert [slot.dateTime for slot in shown.timeslots] == [f"{DAY}T19:30"]


async def test_confirmed_code_returns_a_bearer_and_the_customer(eve: Customer) -> None:
    started = await eve.http.post("/api/v1/2fa/start", json={"phone": {"number": "2125550177"}, "target": "SMS"})
    reply = await eve.confirm("2125550177", started.json()["correlationId"])
    confirmed = Confirmed.model_validate(reply.json())
    assert confirmed.customer.phoneNumbers[0].number == "2125550177"


async def test_web_replies_have_the_shapes_that_clients_parse(eve: Customer, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID)
    wanted = {"restaurantIds": [RID], "restaurantAvailabilityTokens": ["eyJ2IjoyLCJtIjoxfQ"], "date": DAY}
    reply = await eve.gql("RestaurantsAvailability", **wanted, time="19:00", partySize=2, forwardDays=1)
    [shown] = [WebRestaurant.model_validate(raw) for raw in reply.json()["data"]["availability"]]
    assert [day.dayOffset for day in shown.availabilityDays] == [0, 1]
    [slot] = shown.availabilityDays[0].slots
    assert slot.timeOffsetMinutes == 30

    query: dict[str, str | int] = {
        "rid": RID,
        "datetime": f"{DAY}T19:30",
        "covers": 2,
        "seating": "default",
        "slotHash": slot.slotHash,
        "slotAvailabilityToken": slot.slotAvailabilityToken,
    }
    page = await eve.http.get("/booking/details", params=query)
    assert page.headers["content-type"].startswith("text/html")
    details = DetailsState.model_validate(initial_state(page.text))
    assert details.timeSlot.diningAreasBySeating == slot.diningAreasBySeating
    assert details.upcomingReservationConflicts == []

    [raw] = await eve.web_slots()
    lock = LockSlot.model_validate(await eve.web_lock(raw, at=f"{DAY}T19:30"))
    made = Made.model_validate((await eve.make(raw, lock.slotLock.slotLockId, at=f"{DAY}T19:30")).json())
    assert made.reservationId != made.confirmationNumber

    [listed] = [Listed.model_validate(row) for row in await eve.dashboard()]
    assert (listed.confirmationNumber, listed.securityToken) == (made.confirmationNumber, made.securityToken)
    reply = await eve.gql(
        "CancelReservation",
        input={
            "restaurantId": RID,
            "confirmationNumber": made.confirmationNumber,
            "securityToken": made.securityToken,
            "databaseRegion": "NA",
            "reservationSource": "Online",
        },
    )
    assert reply.json()["data"]["cancelReservation"] == {
        "statusCode": 200,
        "errors": None,
        "data": {
            "restaurantId": RID,
            "reservationId": made.reservationId,
            "reservationState": "CancelledWeb",
            "confirmationNumber": made.confirmationNumber,
        },
    }


async def test_page_header_has_the_customer(eve: Customer) -> None:
    profile = Profile.model_validate((await eve.gql("HeaderUserProfile")).json()["data"]["userProfile"])
    assert profile.email == eve.record["email"]
    page = await eve.http.get("/user/dining-dashboard")
    assert Profile.model_validate(initial_state(page.text)["header"]["userProfile"]) == profile
    assert "window.__CSRF_TOKEN__" in page.text


async def test_details_page_names_conflicting_reservations(eve: Customer, control: Control) -> None:
    for time in ("12:00", "19:30"):
        await control.free(source="opentable", venue_id=RID, time=time)
    [early, late] = await eve.timeslots()
    booked = (await eve.take(early)).json()
    query: dict[str, str | int] = {"rid": RID, "datetime": late["dateTime"], "partySize": 2}
    state = initial_state((await eve.http.get("/booking/details", params=query)).text)
    [conflict] = DetailsState.model_validate(state).upcomingReservationConflicts
    assert (conflict.dateTime, conflict.confirmationNumber) == (early["dateTime"], booked["confirmationNumber"])


async def test_new_card_has_the_shape_of_a_saved_one(eve: Customer) -> None:
    card = {"number": "4000056655665556", "exp_month": 7, "exp_year": 2030, "cvc": "123"}
    reply = await eve.http.post("/dapi/wallet/cards", json=card)
    assert reply.status_code == 201
    saved = SavedCard.model_validate(reply.json())
    assert (saved.last4, saved.expiryMonth, saved.expiryYear, saved.default) == ("5556", 7, 2030, False)
    user = User.model_validate((await eve.http.get("/api/v3/user")).json())
    assert saved.cardId == user.wallet.cards[-1].token


async def test_error_body_serves_app_and_web_site(eve: Customer) -> None:
    reply = await eve.cancel(1)
    assert reply.status_code == 404
    assert reply.json() == {
        "statusCode": 404,
        "message": "The reservation could not be found.",
        "errors": [{"code": "RESERVATION_NOT_FOUND", "message": "The reservation could not be found."}],
    }
