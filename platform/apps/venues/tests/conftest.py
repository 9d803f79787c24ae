"""Fixtures of venues from links and imports."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import Settings

from testing.simulator import Simulator

SetListing = Callable[..., None]


@pytest.fixture
def catalog(simulator: Simulator, settings: Settings) -> Simulator:
    """The simulator, with a budget that does not slow tests down."""
    settings.CATALOG_BUDGET = 1_000
    return simulator


@pytest.fixture
def set_listing(catalog: Simulator) -> Iterator[SetListing]:
    """Sets the state of a venue's page. Afterwards all venues are open again."""
    changed: list[dict[str, Any]] = []

    def post(venue_id: int, *, source: str = "resy", **state: bool | str) -> None:
        key = {"source": source, "venue_id": venue_id}
        changed.append(key)
        catalog.http.post("/listings", json={**key, **state}).raise_for_status()

    yield post
    for key in changed:
        catalog.http.post("/listings", json=key).raise_for_status()
