"""The states of requests at a real broker, read as Home Assistant reads them."""

import socket
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from procrastinate.contrib.django.models import ProcrastinateJob
from pytest_django import Settings

from apps.accounts import account_closure
from apps.mqtt import publishing
from apps.mqtt.models import MqttBroker
from apps.notices import services as notices
from apps.notices.tests.factories import body
from apps.requests.models import ReservationGroup
from apps.requests.stops import stopping
from apps.requests.tests import factories
from apps.senders import outbound, user_servers
from apps.senders.base import MqttMessage, Verdict
from apps.senders.mqtt import publish
from apps.venues.models import Venue
from testing.secret_search import SecretSearch
from testing.users import PASSWORD as USERS_PASSWORD
from testing.users import Person

from .conftest import Clock
from .mosquitto import PASSWORD, USER, HomeAssistant, Mosquitto

MQTT = "/api/mqtt/"


def save(person: Person, broker: Mosquitto, *, password: str | None = PASSWORD, **changes: Any) -> dict[str, Any]:
    form = {"address": broker.address, "username": USER, "password": password, **changes}
    answer = person.put(MQTT, form)
    assert answer.status_code == 200, answer.content
    shown: dict[str, Any] = answer.json()["broker"]
    return shown


def send_all(clock: Clock) -> int:
    """Run jobs until nothing is due at the clock's time. Return the number of calls."""
    calls = 0
    for pk in MqttBroker.objects.values_list("pk", flat=True):
        while publishing.publish(user_id=pk, clock=clock) is not None:
            calls += 1
    return calls


def shown(person: Person) -> dict[str, Any]:
    answer: dict[str, Any] = person.get(MQTT).json()["broker"]
    return answer


def off(person: Person) -> list[dict[str, Any]]:
    return [one for one in person.get("/api/events/").json()["events"] if one.get("what") == "mqtt_off"]


def happen(person: Person, group: ReservationGroup, clock: Clock) -> None:
    notices.append(user_id=person.user.pk, type="reservation.changed", body=body(group.pk), now=clock())


def book(person: Person, group: ReservationGroup, clock: Clock) -> None:
    """Book the request's table, with its event."""
    request = group.reservations.get()
    factories.attempt(request, state="booked", platform_reservation_id="771204")
    group.reservations.update(status="confirmed", status_changed_at=clock())
    happen(person, group, clock)


def test_home_assistant_sees_a_request_change_from_watching_to_booked(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group = factories.group(alice.user)
    Venue.objects.update(venue_name="Lilac & Vine")
    save(alice, broker)
    send_all(clock)
    sensor = f"tablehawk_{group.pk}"
    home.sees({sensor: "watching"})
    (config,) = home.configs.values()
    assert config["name"].startswith("Lilac & Vine, ")
    assert (config["device_class"], "watching" in config["options"], "booked" in config["options"]) == (
        "enum", True, True,
    )  # fmt: skip
    assert config["device"]["identifiers"] == ["tablehawk"]
    day = group.reservations.get().date.isoformat()
    about = {"request": group.pk, "venues": ["Lilac & Vine"], "dates": [day], "party_size": 2}
    assert home.attributes(sensor) == about | {"tables": []}
    clock.add(minutes=5)
    book(alice, group, clock)
    assert send_all(clock) == 1
    home.sees({sensor: "booked"})
    table = {"venue": "Lilac & Vine", "date": day, "time": "19:00", "party_size": 2}
    assert home.attributes(sensor) == about | {"tables": [table]}
    assert home.history == ["watching", "booked"]
    assert shown(alice) | {"sent_at": None} == {
        "address": broker.address, "username": USER, "has_password": True, "prefix": "homeassistant", "is_on": True,
        "is_sending": False, "sensors": 1, "sent_at": None, "problem": None,
    }  # fmt: skip


def test_an_event_that_changes_no_state_sends_nothing(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group = factories.group(alice.user)
    save(alice, broker)
    send_all(clock)
    home.sees({f"tablehawk_{group.pk}": "watching"})
    for _ in range(3):
        happen(alice, group, clock)
    assert send_all(clock) == 1
    home.sees({f"tablehawk_{group.pk}": "watching"})
    assert home.history == ["watching"]


def test_a_sensor_is_removed_a_day_after_its_request_was_deleted(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group, other = factories.group(alice.user), factories.group(alice.user, dates=[factories.day(9)])
    save(alice, broker)
    send_all(clock)
    stopping.stop_group(user_id=alice.user.pk, group_id=group.pk, stop=stopping.Stop.DELETE, now=clock())
    send_all(clock)
    home.sees({f"tablehawk_{group.pk}": "canceled", f"tablehawk_{other.pk}": "watching"})
    clock.add(hours=23)
    assert send_all(clock) == 0
    clock.add(hours=2)
    publishing.sweep(now=clock())
    assert send_all(clock) == 1
    home.sees({f"tablehawk_{other.pk}": "watching"})
    assert shown(alice)["sensors"] == 1


def test_a_sensor_of_a_table_is_removed_after_its_day(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group = factories.group(alice.user, dates=[factories.day(2)])
    book(alice, group, clock)
    save(alice, broker)
    send_all(clock)
    home.sees({f"tablehawk_{group.pk}": "booked"})
    clock.add(days=2)
    assert send_all(clock) == 0
    clock.add(days=2)
    send_all(clock)
    home.sees({})


def test_a_new_prefix_moves_the_sensors_and_a_removed_broker_loses_them(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group = factories.group(alice.user)
    save(alice, broker)
    send_all(clock)
    home.sees({f"tablehawk_{group.pk}": "watching"})
    save(alice, broker, password=None, prefix="ha/dev")
    send_all(clock)
    home.sees({})
    with HomeAssistant(broker.port, "ha/dev").listening() as moved:
        moved.sees({f"tablehawk_{group.pk}": "watching"})
        assert alice.delete(MQTT).json() == {"broker": None}
        send_all(clock)
        moved.sees({})
    assert not MqttBroker.objects.exists()


def test_a_broker_that_was_away_gets_the_newest_state(alice: Person, broker: Mosquitto, clock: Clock) -> None:
    group = factories.group(alice.user)
    with broker.running():
        save(alice, broker)
        send_all(clock)
    group.reservations.update(status="paused")
    happen(alice, group, clock)
    send_all(clock)
    assert shown(alice)["problem"] == "We couldn't reach the broker. We're trying again."
    for _ in range(20):
        clock.add(minutes=1)
        send_all(clock)
    assert MqttBroker.objects.get().failures < 12
    book(alice, group, clock)
    with broker.running(), HomeAssistant(broker.port).listening() as home:
        # The broker has lost its retained messages: a test sends all of them.
        clock.add(minutes=31)
        send_all(clock)
        home.sees({f"tablehawk_{group.pk}": "booked"})
        assert home.history == ["booked"]
    assert shown(alice)["problem"] is None


def test_a_test_sends_everything_again(alice: Person, broker: Mosquitto, clock: Clock) -> None:
    group = factories.group(alice.user)
    with broker.running():
        save(alice, broker)
        send_all(clock)
    with broker.running(), HomeAssistant(broker.port).listening() as home:
        assert alice.post(f"{MQTT}tests/").json()["broker"]["is_sending"]
        send_all(clock)
        home.sees({f"tablehawk_{group.pk}": "watching"})
    assert not shown(alice)["is_sending"]


def test_a_wrong_password_is_the_users_own_sentence(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    save(alice, broker, password="guess")
    send_all(clock)
    assert shown(alice)["problem"] == "The broker refused the user name or the password."
    save(alice, broker)
    send_all(clock)
    assert shown(alice)["problem"] is None


def test_an_event_during_a_call_is_sent_after_it(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    group = factories.group(alice.user)
    save(alice, broker)
    read = publishing._call

    def call(*given: Any) -> Any:
        monkeypatch.setattr(publishing, "_call", read)
        book(alice, group, clock)
        assert publishing.publish(user_id=alice.user.pk, clock=clock) is None
        return read(*given)

    monkeypatch.setattr(publishing, "_call", call)
    assert send_all(clock) == 2
    home.sees({f"tablehawk_{group.pk}": "booked"})


def test_a_worker_that_died_during_a_call_delays_it_by_a_minute(
    alice: Person, broker: Mosquitto, home: HomeAssistant, clock: Clock
) -> None:
    group = factories.group(alice.user)
    save(alice, broker)
    assert publishing._claim(user_id=alice.user.pk, now=clock()) is not None
    assert send_all(clock) == 0
    clock.add(seconds=61)
    publishing.sweep(now=clock())
    assert send_all(clock) == 1
    home.sees({f"tablehawk_{group.pk}": "watching"})


def test_three_days_of_failures_turn_the_broker_off_with_a_notice(
    alice: Person, broker: Mosquitto, clock: Clock
) -> None:
    group = factories.group(alice.user)
    save(alice, broker)
    send_all(clock)
    clock.add(days=3)
    send_all(clock)
    assert shown(alice)["is_on"] is False
    (event,) = off(alice)
    assert broker.address in event["text"]
    happen(alice, group, clock)
    clock.add(days=1)
    assert send_all(clock) == 0
    with broker.running(), HomeAssistant(broker.port).listening() as home:
        save(alice, broker, password=None)
        send_all(clock)
        home.sees({f"tablehawk_{group.pk}": "watching"})
    assert shown(alice)["is_on"] is True


def test_a_process_that_dies_at_the_end_of_a_broker_loses_no_notice(
    alice: Person, broker: Mosquitto, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.group(alice.user)
    save(alice, broker)
    send_all(clock)
    clock.add(days=3)
    with monkeypatch.context() as patched:
        patched.setattr(user_servers, "switch_off", Mock(side_effect=SystemExit))
        with pytest.raises(SystemExit):
            send_all(clock)
    assert (shown(alice)["is_on"], off(alice)) == (True, [])
    clock.add(minutes=31)
    send_all(clock)
    assert (shown(alice)["is_on"], len(off(alice))) == (False, 1)


def test_a_broker_that_is_saved_during_the_last_failure_stays_on(
    alice: Person, broker: Mosquitto, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    factories.group(alice.user)
    save(alice, broker)
    send_all(clock)
    clock.add(days=3)
    finish = publishing._finish

    def save_after(**given: Any) -> Any:
        failed = finish(**given)
        save(alice, broker)
        return failed

    monkeypatch.setattr(publishing, "_finish", save_after)
    assert publishing.publish(user_id=alice.user.pk, clock=clock) is not None
    assert (shown(alice)["is_on"], off(alice)) == (True, [])


def test_tls_checks_the_certificate(tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.NOTIFY_LOOPBACK = True
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
         "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    broker = Mosquitto(tmp_path, extra=f"certfile {certificate}\nkeyfile {key}")
    message = MqttMessage("homeassistant/sensor/tablehawk_1/state", "watching")
    with broker.running():
        refused = publish(broker.address, username=USER, password=PASSWORD, messages=[message])
        assert refused.reason == "bad_certificate"
        monkeypatch.setattr("apps.senders.mqtt.certifi.where", lambda: str(certificate))
        accepted = publish(broker.address, username=USER, password=PASSWORD, messages=[message])
        assert (accepted.verdict, accepted.reason) == (Verdict.SENT, "")


def test_a_name_that_leads_into_a_private_network_is_refused(
    broker: Mosquitto, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbound, "_resolve", lambda *_, **__: ["10.0.0.7"])
    answer = publish("mqtts://mqtt.example.org", username="", password="", messages=[])
    assert answer.reason == "internal_address"


def test_a_broker_that_never_answers_ends_the_call(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.NOTIFY_LOOPBACK = True
    monkeypatch.setattr(outbound, "TOTAL_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        for scheme in ("mqtt", "mqtts"):
            address = f"{scheme}://127.0.0.1:{silent.getsockname()[1]}"
            assert publish(address, username="", password="", messages=[]).reason == "no_answer"


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("mqtts://10.0.0.7", "This address leads into a private network. Use a public server."),
        ("mqtts://localhost", "This address leads into a private network. Use a public server."),
        ("mqtt://mqtt.example.org", "Enter an address that begins with mqtts://."),
        ("https://mqtt.example.org", "Enter an address that begins with mqtts://."),
        ("mqtts://mqtt.example.org/path", "Enter an address that begins with mqtts://."),
        ("mqtts://a:b@mqtt.example.org", "Enter an address that begins with mqtts://."),
        ("mqtts://mqtt.example.org:22", "We can reach brokers on ports 8883 and 443 only."),
    ],
)
def test_only_public_brokers_with_tls_are_accepted(alice: Person, address: str, sentence: str) -> None:
    refused = alice.put(MQTT, {"address": address})
    assert (refused.status_code, refused.json()["errors"]) == (400, {"address": sentence})


def test_the_password_is_never_shown_and_never_sent_to_another_address(
    alice: Person, search: SecretSearch, settings: Settings
) -> None:
    first = {"address": "mqtts://mqtt.example.org", "username": USER}
    search.add_answers(alice.put(MQTT, first | {"password": PASSWORD}), alice.get(MQTT))
    assert alice.put(MQTT, first).status_code == 200
    for change in ({"address": "mqtts://evil.example.org"}, {"username": "other"}):
        refused = alice.put(MQTT, first | change)
        assert (refused.status_code, list(refused.json()["errors"])) == (400, ["password"])
    search.assert_absent(PASSWORD)
    assert MqttBroker.objects.get().has_password
    assert alice.put(MQTT, first | {"address": "mqtts://new.example.org", "password": ""}).status_code == 200
    assert not MqttBroker.objects.get().has_password


def test_calls_of_a_user_are_limited(alice: Person) -> None:
    assert alice.post(f"{MQTT}tests/").status_code == 404
    codes = [alice.put(MQTT, {"address": "mqtts://mqtt.example.org"}).status_code for _ in range(31)]
    assert codes == [200] * 30 + [429]
    assert alice.delete(MQTT).status_code == 200, "the limit keeps nobody from removing a broker"


def test_a_user_without_a_broker_pays_no_statement(alice: Person, bob: Person, clock: Clock) -> None:
    alice.put(MQTT, {"address": "mqtts://mqtt.example.org"})
    with CaptureQueriesContext(connection) as queries:
        notices.append(user_id=bob.user.pk, type="reservation.changed", body=body(7), now=clock())
    assert not [one for one in queries if "mqtt" in one["sql"] and "insert into event" not in one["sql"]]
    assert ProcrastinateJob.objects.filter(queue_name="mqtt").count() == 1


def test_events_of_other_kinds_call_no_broker(alice: Person, clock: Clock) -> None:
    alice.put(MQTT, {"address": "mqtts://mqtt.example.org"})
    notices.append(user_id=alice.user.pk, type="user.changed", body={"what": "plan"}, now=clock())
    assert ProcrastinateJob.objects.filter(queue_name="mqtt").count() == 1


def test_a_closed_account_leaves_no_broker(alice: Person, clock: Clock) -> None:
    alice.put(MQTT, {"address": "mqtts://mqtt.example.org"})
    account_closure.close_account(user=alice.user, password=USERS_PASSWORD, address="", now=clock())
    assert not MqttBroker.objects.exists()


def test_a_password_that_no_key_opens_is_said(alice: Person, clock: Clock) -> None:
    alice.put(MQTT, {"address": "mqtts://mqtt.example.org", "username": USER, "password": PASSWORD})
    MqttBroker.objects.update(sealed_password="broken")
    send_all(clock)
    assert shown(alice)["problem"] == "We can't read this broker's password any more. Enter it again."
