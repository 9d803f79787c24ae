"""A change of our access to a platform wakes the watchers there."""

import pytest
from django.utils import timezone

from apps.common.database import notify
from apps.connections.permissions import platform_access as access
from apps.connections.permissions.platform_access import Given
from apps.requests.tests import factories
from testing.users import Person


def test_a_change_wakes_the_watchers_of_the_platform(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    request = factories.group(alice.user).reservations.get()
    woken: list[int] = []
    monkeypatch.setattr(notify, "demand_changed_at", lambda *, venue_ids: woken.extend(venue_ids))
    access.store_access(platform="opentable", given=Given(secret="key"), by="stella", now=timezone.now())
    assert woken == []
    access.store_access(platform="resy", given=Given(secret="key"), by="stella", now=timezone.now())
    assert woken == [request.venue_id]
    access.forget_access(platform="resy")
    assert woken == [request.venue_id] * 2
