"""No module of the product names a platform, and a key of no platform raises at each lookup."""

from collections.abc import Callable
from datetime import date, time
from typing import Any

import pytest

from apps.connections import platforms, services
from apps.connections.permissions import platform_access as access
from apps.requests.rules import gating, reasons
from apps.venues.rules import links
from snipers.clients import factories, registry
from snipers.clients.manifest import SignInKind
from snipers.clients.registry import UnknownPlatform
from testing import platform_names

KEY = "nowhere"


def test_only_the_allowed_modules_name_a_platform() -> None:
    assert set(platform_names.named()) - platform_names.ALLOWED.keys() == set()
    assert len(platform_names.ALLOWED) <= 8


def test_each_allowed_module_names_a_platform() -> None:
    assert platform_names.ALLOWED.keys() - set(platform_names.named()) == set()


LOOKUPS: dict[str, Callable[[], Any]] = {
    "manifest": lambda: registry.find(KEY),
    "client": lambda: platforms.booking_client(KEY),
    "shared state": lambda: factories.create_shared(KEY),
    "access": lambda: access.environment_access(KEY),
    "sign-in kind": lambda: services.require_kind(SignInKind.PASSWORD, platform=KEY),
    "page": lambda: links.page_of(platform=KEY, platform_venue_id=1, slug="", location=""),
    "preselection": lambda: links.page_for(
        "https://x.example", platform=KEY, day=date(2026, 1, 1), at=time(19), party_size=2
    ),
    "reason": lambda: reasons.sentence(code="taken", platform=KEY),
    "account": lambda: gating.account_lacking(KEY),
}


@pytest.mark.parametrize("lookup", LOOKUPS)
def test_an_unknown_key_raises_at_each_lookup(lookup: str) -> None:
    with pytest.raises(UnknownPlatform, match=KEY):
        LOOKUPS[lookup]()
