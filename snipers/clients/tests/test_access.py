"""An operator's values replace the environment's in a running client."""

import logging
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from cryptography.fernet import Fernet

from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedBox
from snipers.clients.errors import BadCredentials, PlatformError, SignInMoved
from snipers.clients.http_client import current_access
from snipers.clients.tests.site import site
from snipers.domain.access import Access, StoredAccess
from snipers.testing.simulators import PASSWORD, ResySimulator, resy_simulator

BOX = SealedBox([Fernet.generate_key().decode()])
ENVIRONMENT = Access(secret="old-key", user_agent="Tablehawk/0.1", application_id="app", sign_in_paths=("/4/auth",))
STORED = StoredAccess(changed_at=datetime(2026, 11, 25, tzinfo=UTC))


@pytest.mark.parametrize(
    ("stored", "used"),
    [
        (None, ENVIRONMENT),
        (STORED, ENVIRONMENT),
        (replace(STORED, sealed_secret=BOX.seal("new-key").text), replace(ENVIRONMENT, secret="new-key")),
        (replace(STORED, user_agent="Tablehawk/0.2"), replace(ENVIRONMENT, user_agent="Tablehawk/0.2")),
        (replace(STORED, application_id="another"), replace(ENVIRONMENT, application_id="another")),
        (replace(STORED, sign_in_paths=("/5/auth",)), replace(ENVIRONMENT, sign_in_paths=("/5/auth",))),
    ],
    ids=["no row", "an empty row", "secret", "user agent", "application", "sign-in paths"],
)
def test_a_value_of_the_row_replaces_the_environments(stored: StoredAccess | None, used: Access) -> None:
    assert current_access(environment=ENVIRONMENT, stored=stored, box=BOX) == used


def test_a_secret_that_no_key_opens_is_logged_and_ignored(caplog: pytest.LogCaptureFixture) -> None:
    sealed_elsewhere = SealedBox([Fernet.generate_key().decode()]).seal("new-key").text
    with caplog.at_level(logging.ERROR):
        used = current_access(environment=ENVIRONMENT, stored=replace(STORED, sealed_secret=sealed_elsewhere), box=BOX)
    assert used == ENVIRONMENT
    assert "cannot be opened" in caplog.text
    assert sealed_elsewhere not in caplog.text


def test_no_representation_shows_a_secret() -> None:
    stored = replace(STORED, sealed_secret=BOX.seal("new-key").text)
    assert "old-key" not in repr(ENVIRONMENT)
    assert stored.sealed_secret not in repr(stored)


async def test_r4_a_rotated_key_is_used_from_the_next_call_on() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        await find(resy, client)
        await resy.rotate_key("new-key")
        with pytest.raises(PlatformError):
            await find(resy, client)
        client.set_access(replace(STORED, sealed_secret=resy.box.seal("new-key").text, user_agent="Tablehawk/0.2"))
        await find(resy, client)
        await client.time()
        assert {call["agent"] for call in (await resy.truth("request"))[-2:]} == {"Tablehawk/0.2"}
        client.set_access(None)
        with pytest.raises(PlatformError):
            await find(resy, client)


async def test_o4_another_application_is_used_from_the_next_call_on() -> None:
    async with site("opentable") as opentable:
        await opentable.find()
        await opentable.control("/keys", key="another-application")
        with pytest.raises(PlatformError):
            await opentable.find()
        opentable.client.set_access(replace(STORED, application_id="another-application"))
        await opentable.find()


async def test_r1_the_next_sign_in_path_is_tried_if_one_is_gone() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        await resy.fault("404", "/4/auth/password", times=2)
        login = await client.login(email="ada@example.com", password=PASSWORD)
        assert login.profile.display_name
        with pytest.raises(BadCredentials):
            await client.login(email="ada@example.com", password="wrong")
        assert len(await resy.calls("/3/auth/password")) == 2


async def test_r1_a_sign_in_that_has_moved_is_no_wrong_password() -> None:
    async with resy_simulator() as resy, resy.client() as client:
        await resy.fault("404", "/[34]/auth/password", times=2)
        with pytest.raises(SignInMoved):
            await client.login(email="ada@example.com", password=PASSWORD)
        client.set_access(replace(STORED, sign_in_paths=("/3/auth",)))
        await client.login(email="ada@example.com", password=PASSWORD)
        assert len(await resy.calls("/4/auth/password")) == 1


async def find(resy: ResySimulator, client: BookingClient) -> None:
    await client.find(platform_venue_id=resy.platform_venue_id, day=resy.day, party_size=2)
