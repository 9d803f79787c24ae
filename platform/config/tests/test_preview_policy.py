"""Screen tests use production's content security policy: vite.config.ts repeats `CSP_PAGES`."""

import re

from django.conf import settings


def test_vite_preview_serves_pages_under_the_policy_of_production() -> None:
    config = (settings.ROOT / "frontend" / "vite.config.ts").read_text()
    found = re.search(r"'Content-Security-Policy':\s*\"([^\"]+)\"", config)
    assert found is not None
    # The addresses of sockets depend on the deployment.
    assert found[1].replace("ws: wss:", settings.SOCKET_ORIGINS) == settings.CSP_PAGES
