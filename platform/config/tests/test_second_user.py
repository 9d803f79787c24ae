"""A user cannot reach another user's rows: every path with an id, every verb, and every id in a body.

The cases are generated from the OpenAPI document, so a new path is covered at once. For a new kind of id, add a row
that another user owns to this test.
"""

from dataclasses import dataclass
from datetime import time
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from psycopg import sql

from apps.connections.models import PlatformAccount
from apps.keys.models import ApiKey, Scope
from apps.keys.programs import Program
from apps.keys.tests.factories import with_key
from apps.mandates.models import Mandate
from apps.mandates.tests.factories import drafted
from apps.notices.models import DeliveryAddress, Event
from apps.notices.settings import channel_tests
from apps.notices.tests.factories import chat_address, event
from apps.oauth.models import ConnectedProgram
from apps.oauth.tests.factories import with_token
from apps.passkeys.models import Passkey
from apps.passkeys.tests.authenticator import with_passkey
from apps.requests.models import Client, ReservationGroup
from apps.requests.rules.clients import ClientDetails
from apps.requests.tests.factories import attempt, body, group, weekly_rule
from apps.swaps.models import SwapOffer
from apps.venues.models import Venue
from apps.webhooks.models import Webhook, WebhookDelivery
from apps.webhooks.tests.factories import webhook
from apps.weekly.models import WeeklyRule
from testing.platform_accounts import make_account
from testing.users import Person, make_user, signed_in
from testing.venues import make_venue

from .documented import OPERATIONS, WITH_BODY, Operation, at, objects

VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE")
MISSING = 2**40
# Names in paths that every user may read.
PUBLIC = {"venue_id", "slug", "key"}
# Tables of throttle counters and audit entries, which the second user's requests change as well.
NOT_COMPARED = {"throttle", "audit_entry"}


@dataclass(frozen=True)
class World:
    """All rows of one concierge, and the names of their ids in paths and bodies."""

    owner: Person
    stranger: Person
    venue: Venue
    resy: PlatformAccount
    opentable: PlatformAccount
    client: Client
    group: ReservationGroup

    def id_of(self, operation: Operation, name: str) -> object:
        """Return the owner's id for a parameter or field of an operation."""
        if name == "accountId":
            return self.opentable.pk if "/opentable/" in operation.path else self.resy.pk
        return {
            "group_id": self.group.pk,
            "reservation_id": self.group.reservations.get().pk,
            "client_id": self.client.pk,
            "rule_id": WeeklyRule.objects.get().pk,
            "session_id": self.owner.user.sessions.get().pk,
            "selectedResyAccount": self.resy.pk,
            "selectedOpenTableAccount": self.opentable.pk,
            "account_id": self.resy.pk,
            "offer_id": SwapOffer.objects.get().pk,
            "address_id": DeliveryAddress.objects.get().pk,
            "mandate_id": Mandate.objects.get().pk,
            "passkey_id": Passkey.objects.get().pk,
            "key_id": ApiKey.objects.get().pk,
            "program_id": ConnectedProgram.objects.get().pk,
            "webhook_id": Webhook.objects.get().pk,
            "delivery_id": WebhookDelivery.objects.get().pk,
            "test": Event.objects.get(type=channel_tests.TYPE).seq,
        }[name]

    def body(self, operation: Operation) -> Any:
        """Return a body with which the operation would change the owner's rows if it were allowed."""
        if operation.name in ("POST /api/reservations/", "PUT /api/reservations/{group_id}/"):
            return body(at=[self.venue], account=None)
        return operation.body

    def rows(self) -> dict[str, list[str]]:
        """Return the rows of every table as text, by table, without those that the stranger's requests always
        change."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")
            tables = {name for (name,) in cursor.fetchall()} - NOT_COMPARED
            found = {}
            for table in sorted(tables):
                cursor.execute(sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(table)))
                found[table] = sorted(row for (row,) in cursor.fetchall())
        mine = {str(session.pk) for session in self.stranger.user.sessions.all()}
        found["session"] = [row for row in found["session"] if not any(one in row for one in mine)]
        return found


@pytest.fixture
def world(dana: Person) -> World:
    resy = make_account(user=dana.user, is_concierge=True)
    opentable = make_account(user=dana.user, platform="opentable", username="+12125550140", is_concierge=True)
    venue = make_venue()
    details = ClientDetails(
        first_name="Ada", last_name="Byron", email="ada@client.example", phone="+12125550177", zip_code="10014"
    )
    filed = group(dana.user, venues=[venue], client=details)
    request = filed.reservations.get()
    booked = attempt(request, state="booked", platform_reservation_id="740000029")
    SwapOffer.objects.create(old=booked, looking=request, venue=venue, date=request.date, slot_time=time(20, 30))
    drafted(Program(user=dana.user, scopes=frozenset(), client_id="key:1"), venue)
    with_passkey(dana)
    webhook(dana.user)
    event(dana.user, group_id=filed.pk)
    WebhookDelivery.objects.update(state="accepted")
    weekly_rule(dana.user, venue=venue)
    chat_address(dana.user)
    with_key(dana.user, Scope.SETTINGS)
    with_token(dana.user, Scope.SETTINGS)
    channel_tests.send(user=dana.user, now=timezone.now())
    stranger = signed_in(make_user("Zoe", tier="premium", is_concierge=True))
    make_account(user=stranger.user, is_concierge=True)
    return World(
        owner=dana,
        stranger=stranger,
        venue=venue,
        resy=resy,
        opentable=opentable,
        client=Client.objects.get(),
        group=filed,
    )


def private(operation: Operation) -> list[str]:
    """Return the parameters in the operation's path whose objects have an owner."""
    return [one["name"] for one in operation.parameters if one["name"] not in PUBLIC]


PATHS = sorted({one.path for one in OPERATIONS if private(one)})
KNOWN = {one.name: one for one in OPERATIONS}
IDS = sorted(
    {
        (operation.name, (*steps, field))
        for operation in WITH_BODY
        for steps, schema in objects(operation.body_schema or {}, operation.body)
        for field in schema["properties"]
        if field.endswith(("_id", "Id", "Account")) and field != "correlation_id"
    },
    key=str,
)


@pytest.mark.parametrize("path", PATHS)
def test_the_path_of_another_user_is_404(world: World, path: str) -> None:
    of_path = next(one for one in OPERATIONS if one.path == path)
    ids = {name: world.id_of(of_path, name) for name in private(of_path)}
    missing = {name: MISSING if isinstance(value, int) else "0" * 8 + str(value)[8:] for name, value in ids.items()}
    before = world.rows()
    for verb in VERBS:
        operation = KNOWN.get(f"{verb} {path}")
        sent = world.body(operation) if operation else {}

        refused = world.stranger.send(verb, of_path.address(**ids), sent)

        if operation is None:
            assert (refused.status_code, refused.json()["code"]) == (405, "wrong_method"), verb
        else:
            assert refused.status_code == 404, verb
            assert refused.json() == world.stranger.send(verb, of_path.address(**missing), sent).json(), verb
    assert world.rows() == before


def test_staff_cannot_use_the_api_of_another_user(world: World, staff: Person) -> None:
    before = world.group.pk, world.client.pk
    for operation in OPERATIONS:
        if private(operation):
            ids = {one: world.id_of(operation, one) for one in private(operation)}
            refused = staff.send(operation.method, operation.address(**ids), world.body(operation))
            assert refused.status_code in (403, 404), operation.name
            world.group.refresh_from_db()
            assert (world.group.pk, Client.objects.get().pk) == before, operation.name


def test_the_id_of_another_user_in_a_body_counts_as_missing(world: World) -> None:
    before = world.rows()
    for name, steps in IDS:
        operation = KNOWN[name]
        sent = world.body(operation)
        at(sent, steps[:-1])[steps[-1]] = world.id_of(operation, str(steps[-1]))

        refused = world.stranger.send(operation.method, operation.address(), sent)

        assert world.rows() == before, (name, steps)
        at(sent, steps[:-1])[steps[-1]] = MISSING
        assert refused.status_code == 404, (name, steps)
        assert refused.json() == world.stranger.send(operation.method, operation.address(), sent).json(), (name, steps)


def test_every_kind_of_id_has_an_owner(world: World) -> None:
    for operation in OPERATIONS:
        for name in private(operation):
            assert world.id_of(operation, name)
    assert len(PATHS) >= 4
    assert len(IDS) >= 5


def test_lists_show_only_own_rows(world: World) -> None:
    hers = [str(world.owner.user.email), "Ada", "Byron", world.resy.username, "12125550140", "ada@client.example"]
    for operation in OPERATIONS:
        if operation.method == "GET" and not private(operation) and operation.is_signed_in:
            seen = world.stranger.get(operation.address()).content.decode()
            assert not [word for word in hers if word in seen], operation.name
