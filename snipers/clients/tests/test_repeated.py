"""A reply to a find that equals the last one is not parsed again."""

from datetime import date

import pytest

from snipers.clients.base import Found
from snipers.clients.errors import Blocked
from snipers.clients.repeated import MOST_KEYS, LastFinds
from snipers.clients.tests.site import Site

KEY = (1, date(2026, 12, 4), 2)
FULL = Found(slots=[], on_sale=True)


def test_only_an_equal_body_of_the_same_key_is_not_parsed() -> None:
    finds = LastFinds()
    first = finds.reader(KEY)
    assert first(b'{"a": 1}') == {"a": 1}
    assert first.found is None
    assert first.remember(FULL) is FULL
    again = finds.reader(KEY)
    again(b'{"a": 1}')
    assert again.found is FULL
    again(b'{"a": 2}')
    assert again.found is None, "a repeated call of the same find"
    other = finds.reader((1, date(2026, 12, 4), 4))
    other(b'{"a": 1}')
    assert other.found is None


def test_the_number_of_kept_bodies_is_limited() -> None:
    finds = LastFinds()
    for party_size in range(MOST_KEYS + 1):
        reader = finds.reader((1, date(2026, 12, 4), party_size))
        reader(b"{}")
        reader.remember(FULL)
    first, last = finds.reader((1, date(2026, 12, 4), 0)), finds.reader((1, date(2026, 12, 4), MOST_KEYS))
    first(b"{}")
    last(b"{}")
    assert (first.found, last.found) == (None, FULL)


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


async def find(site: Site) -> Found:
    """Poll the site's venue for two on its day."""
    return await site.client.find(platform_venue_id=site.platform_venue_id, day=site.day, party_size=2)
