"""The times that are read from the lines that an open page showed."""

import time

from loadtests.open_readiness import OpenReadiness, all_ok, failed_only

GREEN = {"session": "ok", "card": "ok"}
RED = {"session": "failed", "card": "ok"}
BOTH = {"session": "failed", "card": "failed"}


async def test_time_ends_when_the_page_showed_the_line_alone() -> None:
    start = time.time() - 20
    page = OpenReadiness(shown=[(start - 5, GREEN), (start + 2, BOTH), (start + 7, RED), (start + 9, GREEN)])
    seen = await page.wait_for(failed_only("session"), since=start, seconds=30)
    assert seen is not None
    assert round(seen) == 7
    assert page.failed_since(start) == {"session", "card"}
    assert await page.wait_for(all_ok, since=start, seconds=30) == 0.0


async def test_a_line_that_came_too_late_or_never_has_no_time() -> None:
    start = time.time() - 20
    page = OpenReadiness(shown=[(start - 5, RED), (start + 12, GREEN)])
    assert await page.wait_for(all_ok, since=start, seconds=10) is None
    assert await page.wait_for(failed_only("card"), since=start, seconds=10) is None


def test_a_page_without_lines_is_not_green() -> None:
    assert not all_ok({})
    assert not all_ok({"session": "ok", "fee": "unknown"})
