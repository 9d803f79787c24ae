"""POST /api/reservations/ by a concierge on behalf of a client."""

from typing import Any

import pytest
from django.utils import timezone

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Client, ClientCard, ReservationGroup
from apps.requests.services.on_behalf import details_of
from snipers.clients.base import CardOnFile
from snipers.clients.errors import BadCard
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

from . import client_factories, factories

PATH = "/api/reservations/"
CARDS = {"resy": "/3/payment_methods", "opentable": "/dapi/wallet/cards"}
NUMBER, OTHER, CVC = "4242424242424242", "5555555555554444", "0731"
YEAR = timezone.now().year + 2


def client(**changes: Any) -> dict[str, Any]:
    return {
        "first_name": "Grace",
        "last_name": "Hopper",
        "email": "Grace@Example.org",
        "phone": "2125550123",
        "phone_country_code": "+1",
        "zip_code": "10012",
        **changes,
    }


def test_a_concierge_books_on_behalf_of_a_client(dana: Person, at_resy: PlatformAccount) -> None:
    reply = dana.post(PATH, body(at_resy, with_card()))
    assert reply.status_code == 201, reply.content
    assert reply.json()["group"]["book_on_behalf"] == "Grace Hopper"
    again = dana.post(PATH, body(at_resy, with_card(cc_number="•••• 4242", zip_code="10013"), ahead=9))
    assert again.status_code == 201, again.content
    entry = Client.objects.get()
    assert (entry.email, entry.phone, entry.zip_code) == ("grace@example.org", "+12125550123", "10013")
    assert set(ReservationGroup.objects.values_list("diner_key", flat=True)) == {f"client:{entry.pk}"}


def test_a_client_is_saved_on_request_only(dana: Person, at_resy: PlatformAccount) -> None:
    dana.post(PATH, body(at_resy, with_card()))
    assert not Client.objects.get().saved
    dana.post(PATH, body(at_resy, with_card(save=True), ahead=8))
    assert Client.objects.get().saved
    dana.post(PATH, body(at_resy, with_card(), ahead=9))
    assert Client.objects.get().saved


def test_each_client_is_a_diner(dana: Person, at_resy: PlatformAccount) -> None:
    factories.group(dana.user, venues=[make_venue()], client=details_of(client_factories.person(dana.user)))
    assert dana.post(PATH, body(at_resy, with_card())).status_code == 201


def test_a_concierges_account_requires_a_client(dana: Person, at_resy: PlatformAccount) -> None:
    reply = dana.post(PATH, body(at_resy, {}) | {"clientDetails": None})
    assert (reply.status_code, reply.json()["code"]) == (400, "incomplete")
    assert list(reply.json()["errors"]) == ["client_error"]
    assert not ReservationGroup.objects.exists()


@pytest.mark.parametrize(
    "field",
    ["first_name", "last_name", "email", "phone", "zip_code", "cc_number", "exp_month", "exp_year", "cvc"],
)
def test_each_of_the_ten_client_fields_is_required(
    dana: Person, simulator: Simulator, at_resy: PlatformAccount, field: str
) -> None:
    before = simulator.count_calls(CARDS["resy"])
    whole = with_card()
    for details in (whole | {field: ""}, whole | {field: "  "}, {key: whole[key] for key in whole if key != field}):
        reply = dana.post(PATH, body(at_resy, details))
        assert (reply.status_code, list(reply.json()["errors"])) == (400, [field])
    assert simulator.count_calls(CARDS["resy"]) == before
    assert not Client.objects.exists()


def test_a_phone_requires_its_country_code(dana: Person, at_resy: PlatformAccount) -> None:
    for code in ("", " ", "  "):
        reply = dana.post(PATH, body(at_resy, with_card(phone_country_code=code)))
        assert (reply.status_code, reply.json()["errors"]) == (400, {"phone": "Country Code is required"})


def test_booking_for_clients_requires_a_concierge(bob: Person) -> None:
    body = factories.body(at=[make_venue()], account=make_account(user=bob.user)) | {"clientDetails": with_card()}
    reply = bob.post(PATH, body)
    assert (reply.status_code, reply.json()["code"]) == (403, "not_concierge")
    assert not ReservationGroup.objects.exists()
    assert not Client.objects.exists()


@pytest.fixture
def at_resy(simulator: Simulator, dana: Person) -> PlatformAccount:
    """An account that dana connected at the simulator."""
    reply = dana.post("/api/resy/login/", {"email": "dana@example.com", "password": "table-for-two"})
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


@pytest.fixture
def at_opentable(simulator: Simulator, dana: Person) -> PlatformAccount:
    """An account that dana connected at the simulator's OpenTable."""
    asked = dana.post("/api/opentable/phone_login/", {"phone": "+12125550177"}).json()["correlation_id"]
    code = {"phone": "+12125550177", "code": "123456", "correlation_id": asked}
    reply = dana.post("/api/opentable/verify_phone_2fa/", code)
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


def with_card(**changes: Any) -> dict[str, Any]:
    card = {"cc_number": "4242 4242 4242 4242", "exp_month": "07", "exp_year": str(YEAR), "cvc": CVC}
    return client(**card | changes)


def body(account: PlatformAccount, details: dict[str, Any], *, ahead: int = 7) -> dict[str, Any]:
    at = [make_venue(reservation_source=account.platform)]
    sent = factories.body(at=at, account=None, dates=[factories.day(ahead).isoformat()])
    key = "selectedResyAccount" if account.platform == "resy" else "selectedOpenTableAccount"
    return sent | {key: account.pk, "clientDetails": details}


@pytest.mark.parametrize("platform", ["at_resy", "at_opentable"])
def test_a_card_goes_to_the_platform_and_only_id_last_four_and_expiry_are_stored(
    dana: Person, platform: str, request: pytest.FixtureRequest
) -> None:
    account = request.getfixturevalue(platform)
    reply = dana.post(PATH, body(account, with_card()))

    assert reply.status_code == 201, reply.content
    card = ClientCard.objects.get()
    assert (card.client.email, card.account) == ("grace@example.org", account)
    assert (card.last_four, card.expiry) == ("4242", f"07/{YEAR}")
    assert card.platform_payment_id
    shown = reply.json()["group"]["client"]
    assert (shown["cc_number"], shown["exp_month"], shown["exp_year"]) == ("•••• 4242", "07", str(YEAR))
    assert (shown["first_name"], shown["zip_code"]) == ("Grace", "10012")


def test_number_and_cvc_are_not_stored(
    dana: Person, simulator: Simulator, at_resy: PlatformAccount, search: SecretSearch
) -> None:
    replies = [
        dana.post(PATH, body(at_resy, with_card())),
        dana.post(PATH, body(at_resy, with_card(exp_month="13"), ahead=8)),
        dana.post(PATH, body(at_resy, with_card(first_name=""), ahead=9)),
        dana.post(PATH, body(at_resy, with_card(first_name="x" * 101), ahead=9)),
        dana.post(PATH, body(at_resy, with_card(cvc=f"{CVC}0"), ahead=9)),
    ]
    edit = f"{PATH}{replies[0].json()['group']['group_id']}/"
    replies.append(dana.put(edit, body(at_resy, with_card(cc_number=OTHER))))
    simulator.add_fault("500-short", CARDS["resy"])
    replies.append(dana.post(PATH, body(at_resy, with_card(), ahead=9)))
    replies.append(dana.put(edit, body(at_resy, with_card())))

    assert [reply.status_code for reply in replies] == [201, 400, 400, 422, 400, 200, 503, 503]
    assert ClientCard.objects.get().last_four == "4444"
    search.add_answers(*replies, dana.get("/api/events/"), dana.get(PATH), dana.get("/api/clients/", saved="false"))
    search.assert_absent(NUMBER, OTHER, CVC)


def test_a_mask_keeps_the_card_on_file(dana: Person, simulator: Simulator, at_resy: PlatformAccount) -> None:
    dana.post(PATH, body(at_resy, with_card()))
    before, calls = ClientCard.objects.values().get(), simulator.count_calls(CARDS["resy"])
    masked = with_card(cc_number="•••• 4242", cvc="")

    assert dana.post(PATH, body(at_resy, masked, ahead=8)).status_code == 201
    assert ClientCard.objects.values().get() == before
    assert simulator.count_calls(CARDS["resy"]) == calls


@pytest.mark.parametrize("number", ["•••• 4242", "**** 9999", "•••• 9999"])
def test_a_mask_of_a_card_that_is_not_on_file_is_refused(dana: Person, at_resy: PlatformAccount, number: str) -> None:
    if number != "•••• 4242":
        dana.post(PATH, body(at_resy, with_card()))
    filed = ReservationGroup.objects.count()
    reply = dana.post(PATH, body(at_resy, with_card(cc_number=number), ahead=8))
    assert (reply.status_code, list(reply.json()["errors"])) == (400, ["cc_number"])
    assert ReservationGroup.objects.count() == filed


def test_a_new_card_replaces_the_old_one(dana: Person, at_resy: PlatformAccount) -> None:
    dana.post(PATH, body(at_resy, with_card()))
    assert dana.post(PATH, body(at_resy, with_card(cc_number="5555555555554444"), ahead=8)).status_code == 201
    assert ClientCard.objects.get().last_four == "4444"


def test_a_card_is_put_on_file_with_every_account(
    dana: Person, at_resy: PlatformAccount, at_opentable: PlatformAccount
) -> None:
    venues = [make_venue(), make_venue(reservation_source="opentable")]
    sent = factories.body(at=venues, account=at_resy) | {"clientDetails": with_card()}
    reply = dana.post(PATH, sent | {"selectedOpenTableAccount": at_opentable.pk})
    assert reply.status_code == 201, reply.content
    assert set(ClientCard.objects.values_list("account", flat=True)) == {at_resy.pk, at_opentable.pk}


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"cc_number": "4242424242424241"}, "cc_number"),
        ({"cc_number": ""}, "cc_number"),
        ({"exp_month": "13"}, "exp_month"),
        ({"exp_year": "2020"}, "exp_year"),
        ({"cvc": ""}, "cvc"),
    ],
)
def test_an_invalid_card_is_not_sent_to_the_platform(
    dana: Person, simulator: Simulator, at_resy: PlatformAccount, wrong: dict[str, str], key: str
) -> None:
    before = simulator.count_calls(CARDS["resy"])
    reply = dana.post(PATH, body(at_resy, with_card(**wrong)))
    assert (reply.status_code, list(reply.json()["errors"])) == (400, [key])
    assert simulator.count_calls(CARDS["resy"]) == before
    assert not ReservationGroup.objects.exists()


def test_a_refused_submission_sends_no_card(dana: Person, simulator: Simulator, at_resy: PlatformAccount) -> None:
    dana.post(PATH, body(at_resy, with_card()))
    before = simulator.count_calls(CARDS["resy"])
    again = dana.post(PATH, body(at_resy, with_card()))
    assert (again.status_code, again.json()["code"]) == (409, "same_date")
    assert simulator.count_calls(CARDS["resy"]) == before


@pytest.mark.parametrize("kind", ["503-html", "429", "500-short"])
def test_nothing_is_filed_while_the_platform_is_away(
    dana: Person, simulator: Simulator, at_resy: PlatformAccount, kind: str
) -> None:
    simulator.add_fault(kind, CARDS["resy"])
    reply = dana.post(PATH, body(at_resy, with_card()))
    assert (reply.status_code, reply.json()["code"]) == (503, "platform_unavailable")
    assert not ReservationGroup.objects.exists()
    assert not Client.objects.exists()
    simulator.clear_faults()
    assert dana.post(PATH, body(at_resy, with_card())).status_code == 201


@pytest.fixture
def refused_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the platform refuse every card. Without this fixture, the simulator refuses only cards that our own rules
    refuse too."""

    def refuse(**_: Any) -> CardOnFile:
        raise BadCard("the platform refuses the card")

    monkeypatch.setattr(platforms, "add_card", refuse)


@pytest.mark.usefixtures("refused_cards")
def test_a_card_refused_by_the_platform_files_nothing(dana: Person, at_resy: PlatformAccount) -> None:
    reply = dana.post(PATH, body(at_resy, with_card()))
    assert (reply.status_code, reply.json()["code"]) == (400, "card_refused")
    assert reply.json()["errors"] == {"cc_number": "Resy didn't accept this card."}
    assert not ReservationGroup.objects.exists()
    assert not Client.objects.exists()


@pytest.mark.usefixtures("refused_cards")
def test_refused_cards_are_throttled(dana: Person, at_resy: PlatformAccount) -> None:
    statuses = [dana.post(PATH, body(at_resy, with_card())).status_code for _ in range(11)]
    assert statuses == [400] * 10 + [429]


def test_an_account_with_an_expired_login_accepts_no_card(dana: Person, at_resy: PlatformAccount) -> None:
    PlatformAccount.objects.update(sealed_token="garbage")
    reply = dana.post(PATH, body(at_resy, with_card()))
    assert (reply.status_code, reply.json()["code"]) == (409, "needs_reconnect")
    at_resy.refresh_from_db()
    assert (at_resy.status, at_resy.attention_notified) == ("needs_reconnect", False)
