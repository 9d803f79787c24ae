"""Screen tests run under the policy of production: vite.config.ts repeats `CSP_PAGES`, and may not drift."""

import re

from django.conf import settings


def test_vite_preview_serves_pages_under_the_policy_of_production() -> None:
    config = (settings.ROOT / "frontend" / "vite.config.ts").read_text()
    found = re.search(r"'Content-Security-Policy':\s*\"([^\"]+)\"", config)
    assert found is not None
    # Where the sockets may go is a matter of the deployment; a preview has no fixed address.
    assert found[1].replace("ws: wss:", settings.SOCKET_ORIGINS) == settings.CSP_PAGES
