"""MCP's own conformance suite, at the wire of 2026-07-28: all scenarios that the revision requires of a server."""

import shutil
import subprocess
from pathlib import Path

import pytest
from django.conf import settings

from apps.keys.models import Scope
from apps.keys.tests.factories import with_key
from server.tests.mcp_client import MODES, running_web
from testing.users import Person

HERE = Path(__file__).parent
SUITE = settings.ROOT / "frontend" / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
NODE = shutil.which("node") or str(settings.ROOT / ".venv" / "bin" / "node")

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("server", ["suite", "tablehawk"])
def test_the_conformance_suite_passes(bob: Person, tmp_path: Path, server: str) -> None:
    """Our server layer passes with the suite's tools, and /mcp with its own, but for the suite's tools."""
    program = with_key(bob.user, *Scope)
    assert program.tokens is not None
    module, key = ["server.tests.suite_process", server], program.tokens.access_token
    own = {"ALLOWED_ORIGINS": "http://127.0.0.1:{port}", "SUITE_KEY": key, "API_RATE_USER": "0"}
    with running_web(tmp_path, *module, **own) as web:
        run = [NODE, "--import", str(HERE / "suite_on_old_node.mjs"), str(SUITE), "server", "--url", web.url]
        run += ["--requirements", MODES[0], "-o", str(tmp_path)]
        if server == "tablehawk":
            run += ["--expected-failures", str(HERE / "expected_failures.yaml")]
        done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
