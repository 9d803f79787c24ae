from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from .program import Program, Site, running_site


@pytest.fixture
def site(settings: Settings) -> Iterator[Site]:
    """The web site of a program, on this machine."""
    settings.NOTIFY_LOOPBACK = True
    cache.clear()
    with running_site() as found:
        yield found


@pytest.fixture
def program(live_server: LiveServer, site: Site, settings: Settings) -> Program:
    """A program with a valid description, and a running server that it may ask."""
    settings.PUBLIC_URL = live_server.url
    settings.OAUTH2_PROVIDER = {**settings.OAUTH2_PROVIDER, "OIDC_ISS_ENDPOINT": live_server.url}
    return Program(live_server.url, site.publish())
