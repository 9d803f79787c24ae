"""The header Idempotency-Key: a call that creates something happens once, however often it is sent."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from random import Random
from threading import Event
from typing import Any

import pytest
from django.db import connections
from django.utils import timezone

from apps.accounts import account_closure
from apps.accounts.models import Tier
from apps.clients.tests.test_book import GRACE
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.keys import idempotency
from apps.keys.models import IdempotentCall, Scope
from apps.keys.tests.factories import with_key
from apps.requests.models import Client, ReservationGroup
from apps.requests.tests import factories
from apps.reservations.housekeeping import Housekeeping
from snipers.clients.base import CardOnFile
from snipers.clients.errors import BadCard
from testing.platform_accounts import make_account
from testing.secret_search import dump_database
from testing.users import PASSWORD, Person, make_user, signed_in
from testing.venues import make_venue

from .documented import OPERATIONS

PATH = "/api/reservations/"
CLIENTS = "/api/clients/"
OTHER = "This Idempotency-Key was sent with another call, or its client is deleted. Use a new one."


def keyed(person: Person, key: str = "8e03978e") -> Person:
    return replace(person, headers={"Idempotency-Key": key})


def body_for(person: Person, *, day: int = 7) -> dict[str, Any]:
    account = PlatformAccount.objects.filter(user=person.user).first() or make_account(user=person.user)
    return factories.body(at=[make_venue()], account=account, dates=[factories.day(day).isoformat()])


def test_the_same_call_files_once_and_gets_the_same_answer(bob: Person) -> None:
    program, body = keyed(bob), body_for(bob)
    first, again = program.post(PATH, body), program.post(PATH, body)
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == first.json()
    assert ReservationGroup.objects.count() == 1
    assert bob.post(PATH, body_for(bob, day=8)).status_code == 201
    assert keyed(bob, "another").post(PATH, body_for(bob, day=9)).status_code == 201
    assert ReservationGroup.objects.count() == 3


def test_every_operation_that_creates_something_for_a_program_accepts_the_header() -> None:
    accepting = {
        one.about["operationId"] for one in OPERATIONS if "Idempotency-Key" in str(one.about.get("parameters"))
    }
    assert accepting == idempotency.OPERATIONS
    # A card is put on file again, a linked restaurant is found again, and the text of an API key and the secret of a
    # webhook are never shown again. A passkey is added once, because its challenge counts once.
    creating = {one.about["operationId"] for one in OPERATIONS if one.is_signed_in and "201" in one.about["responses"]}
    assert creating - accepting == {
        "add_passkey",
        "create_key",
        "create_webhook",
        "put_client_card",
        "add_linked_venue",
    }


def test_a_key_of_another_call_is_refused(dana: Person) -> None:
    body = body_for(dana)
    program = keyed(dana)
    assert program.post(CLIENTS, GRACE).status_code == 201
    for path, sent in ((CLIENTS, GRACE | {"last_name": "Kelly"}), (f"{CLIENTS}?x=1", GRACE), (PATH, body)):
        refused = program.post(path, sent)
        assert (refused.status_code, refused.json()["code"], refused.json()["message"]) == (
            422,
            "idempotency_key_reused",
            OTHER,
        )
    assert (Client.objects.count(), ReservationGroup.objects.count()) == (1, 0)


def test_one_changed_character_is_another_call(dana: Person) -> None:
    random, text = Random(7), json.dumps(GRACE)
    program = keyed(dana)
    assert program.post(CLIENTS, text).status_code == 201
    for _ in range(30):
        at = random.randrange(text.index("Grace"), text.index("Grace") + 5)
        changed = text[:at] + random.choice("xyz") + text[at + 1 :]
        assert program.post(CLIENTS, changed).status_code == 422
    assert program.post(CLIENTS, text).status_code == 201
    assert Client.objects.count() == 1


def test_keys_of_two_users_are_two_keys(dana: Person) -> None:
    other = signed_in(make_user("Ella", tier=Tier.PREMIUM, is_concierge=True))
    answers = [keyed(person).post(CLIENTS, GRACE) for person in (dana, other)]
    assert [one.status_code for one in answers] == [201, 201]
    assert answers[0].json()["client"]["id"] != answers[1].json()["client"]["id"]


def test_a_refused_call_stores_nothing_and_may_be_sent_again(bob: Person) -> None:
    body = body_for(bob)
    bob.user.tier = Tier.NONE
    bob.user.save()
    program = keyed(bob)
    assert program.post(PATH, body).status_code == 402
    assert not IdempotentCall.objects.exists()
    bob.user.tier = Tier.PREMIUM
    bob.user.save()
    assert program.post(PATH, body).status_code == 201


def test_refused_calls_count_as_without_the_header(dana: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = []

    def refuse(**_: Any) -> None:
        sent.append(1)
        raise BadCard("the platform refuses the card")

    monkeypatch.setattr(platforms, "add_card", refuse)
    card = {"cc_number": "4242424242424242", "exp_month": "07", "exp_year": f"{timezone.now().year + 2}", "cvc": "123"}
    body = body_for(dana) | {"clientDetails": GRACE | card}
    answers = [keyed(dana, f"{number}").post(PATH, body).status_code for number in range(14)]
    assert answers == [400] * 10 + [429] * 4
    assert len(sent) == 10
    assert not IdempotentCall.objects.exists()


def test_a_fault_leaves_neither_a_request_nor_a_stored_call(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    body, program = body_for(bob), keyed(bob)

    def die(*_: Any, **__: Any) -> None:
        raise RuntimeError("the process dies after the request was filed")

    with monkeypatch.context() as patched:
        patched.setattr(idempotency, "cast", die)
        assert program.post(PATH, body).status_code == 500
    assert (ReservationGroup.objects.count(), IdempotentCall.objects.count()) == (0, 0)
    assert program.post(PATH, body).status_code == 201
    assert ReservationGroup.objects.count() == 1


@pytest.mark.parametrize("key", ["", "x" * 256])
def test_a_key_that_is_none_is_refused(bob: Person, key: str) -> None:
    refused = keyed(bob, key).post(PATH, body_for(bob))
    assert (refused.status_code, refused.json()["code"]) == (400, "bad_idempotency_key")
    assert not ReservationGroup.objects.exists()


def test_a_key_is_forgotten_after_a_day_and_with_the_account(dana: Person) -> None:
    program = keyed(dana)
    program.post(CLIENTS, GRACE)
    IdempotentCall.objects.update(called_at=timezone.now() - timedelta(hours=23, minutes=59))
    assert program.post(CLIENTS, GRACE).status_code == 201
    IdempotentCall.objects.update(called_at=timezone.now() - timedelta(hours=24, minutes=1))
    assert program.post(CLIENTS, GRACE).status_code == 409, "the client book has this address already"
    assert program.post(CLIENTS, GRACE | {"email": "kelly@example.org"}).status_code == 201
    assert IdempotentCall.objects.count() == 1
    account_closure.close_account(user=dana.user, password=PASSWORD, address="", now=timezone.now())
    assert not IdempotentCall.objects.exists()


def test_old_calls_are_deleted_although_nobody_calls_again(dana: Person) -> None:
    keyed(dana).post(CLIENTS, GRACE)
    for age, kept in ((timedelta(hours=23), 1), (timedelta(hours=25), 0)):
        IdempotentCall.objects.update(called_at=timezone.now() - age)
        Housekeeping(clock=timezone.now).run_once()
        assert IdempotentCall.objects.count() == kept


def test_answers_about_a_deleted_client_are_forgotten_and_nothing_happens_twice(
    dana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    word = "".join(Random().choices("bcdfgkmnprst", k=12))
    grace = GRACE | {"last_name": word.title(), "email": f"{word}@example.org"}
    lines = f"first_name,last_name,email,phone,zip_code\nGrace,{word.title()},{word}@example.org,2125550123,10012\n"
    unsaved = grace | {"cc_number": "4242424242424242", "exp_month": "07", "exp_year": "2029", "cvc": "123"}
    on_file = CardOnFile(payment_method_id="881", last_four="4242", expiry="07/2029")
    monkeypatch.setattr(platforms, "add_card", lambda **_: on_file)
    calls = [
        (PATH, body_for(dana) | {"clientDetails": unsaved}), (CLIENTS, grace), (f"{CLIENTS}import/", {"csv": lines}),
    ]  # fmt: skip
    other = (CLIENTS, GRACE | {"email": "ada@example.org"})
    made = [keyed(dana, path).post(path, sent) for path, sent in calls]
    assert [one.status_code for one in (*made, keyed(dana, "other").post(*other))] == [201, 201, 200, 201]
    assert dana.delete(f"{PATH}{made[0].json()['group']['group_id']}/").status_code == 200
    assert dana.delete(f"{CLIENTS}{made[1].json()['client']['id']}/").status_code == 200
    stored = "".join(line for line in dump_database().splitlines() if "idempotent_call" in line)
    assert word not in str(list(IdempotentCall.objects.values())).lower() + stored.lower()
    assert [keyed(dana, path).post(path, sent).json()["message"] for path, sent in calls] == [OTHER] * 3
    assert keyed(dana, "other").post(*other).status_code == 201
    assert (Client.objects.count(), ReservationGroup.objects.count()) == (1, 1)


@pytest.mark.django_db(transaction=True)
def test_a_slow_call_holds_up_no_other_user(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [signed_in(make_user(name, tier=Tier.PREMIUM, is_concierge=True)) for name in ("Dana", "Ella")]
    now, begun, release = timezone.now(), Event(), Event()
    for person in people:
        IdempotentCall.objects.create(user=person.user, key_hash="old", called_at=now - timedelta(hours=25))

    def wait(_: Any, value: Any) -> Any:
        if value.client.email == "slow@example.org":
            begun.set()
            assert release.wait(30)
        return value

    def add(person: Person, name: str) -> int:
        try:
            return keyed(person).post(CLIENTS, GRACE | {"email": f"{name}@example.org"}).status_code
        finally:
            connections.close_all()

    monkeypatch.setattr(idempotency, "cast", wait)
    with ThreadPoolExecutor(2) as pool:
        try:
            slow = pool.submit(add, people[0], "slow")
            assert begun.wait(10)
            assert pool.submit(add, people[1], "quick").result(timeout=10) == 201
        finally:
            release.set()
        assert slow.result() == 201


def test_the_stored_answer_shows_no_card_to_an_api_key(dana: Person) -> None:
    program = with_key(dana.user, Scope.CLIENTS_WRITE)
    made = keyed(dana).post(CLIENTS, GRACE).json()
    seen = replace(program, headers=keyed(dana).headers).post(CLIENTS, GRACE)
    assert seen.status_code == 201
    assert seen.json()["client"]["id"] == made["client"]["id"]
    assert seen.json()["client"]["cards"] == []


@pytest.mark.django_db(transaction=True)
def test_two_hundred_parallel_calls_with_one_key_file_one_request() -> None:
    bob = signed_in(make_user("Bob", tier=Tier.PREMIUM))
    body = body_for(bob)

    def call(_: int) -> tuple[int, str]:
        try:
            reply = keyed(replace(bob)).post(PATH, body)
            return reply.status_code, reply.content.decode()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(25) as pool:
        answers = set(pool.map(call, range(200)))
    assert len(answers) == 1
    assert {status for status, _ in answers} == {201}
    assert ReservationGroup.objects.count() == 1
