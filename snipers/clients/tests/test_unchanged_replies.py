"""A reply to a find that equals the last one is not parsed again."""

from datetime import date, timedelta

import pytest

from snipers.clients.base import Found
from snipers.clients.errors import Blocked
from snipers.clients.http_client import MOST_FINDS
from snipers.clients.tests.site import Site


async def test_an_unchanged_answer_is_the_same_object_until_it_changes(either: Site) -> None:
    await either.free("19:30")
    first = await find(either)
    assert await find(either) is first
    await either.free("20:00")
    assert [f"{slot.time:%H:%M}" for slot in (await find(either)).slots] == ["19:30", "20:00"]


async def test_a_failure_after_an_unchanged_answer_is_raised(either: Site) -> None:
    await find(either)
    await either.fault("find", "403-html")
    with pytest.raises(Blocked):
        await find(either)


async def test_the_number_of_kept_replies_is_limited(either: Site) -> None:
    first = await find(either)
    for days in range(1, MOST_FINDS):
        await find(either, day=either.day + timedelta(days=days))
    assert await find(either) is first
    await find(either, day=either.day + timedelta(days=MOST_FINDS))
    again = await find(either)
    assert again == first
    assert again is not first


async def find(site: Site, *, day: date | None = None) -> Found:
    """Poll the site's venue for two, by default on its day."""
    return await site.client.find(platform_venue_id=site.platform_venue_id, day=day or site.day, party_size=2)
