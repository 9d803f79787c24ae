"""The landing page, robots.txt and the sitemap."""

import base64
import gzip
import hashlib
import re
from datetime import datetime
from pathlib import Path

import pytest
from django.db import OperationalError
from pytest_django import Settings

from apps.billing.rules import NAMES, PRICES
from config import landing, messages
from testing.users import Anyone
from testing.venues import make_venue

pytestmark = pytest.mark.django_db

FRONTEND = Path(__file__).parents[3] / "frontend"
BUILT = '<a href="{public_url}/">{places}. From {today}, on {friday}. Run by {operator}, {contact}.</a>'


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, settings: Settings) -> Path:
    """A built front end."""
    (tmp_path / "index.html").write_text("the application")
    (tmp_path / "landing.html").write_text(BUILT)
    settings.FRONTEND_DIST = tmp_path
    landing._places.cache_clear()
    return tmp_path


def test_a_visitor_gets_the_landing_page_and_a_signed_in_browser_the_application(anyone: Anyone) -> None:
    visitor = anyone.get("/")
    assert visitor.content.startswith(b"<a href=")
    assert (visitor["Cache-Control"], visitor["Vary"]) == ("no-cache", "Cookie")
    assert anyone.get("/login").content == b"the application"
    anyone._client.cookies[landing.COOKIE] = "1"
    signed_in = anyone.get("/")
    assert (signed_in.content, signed_in["Vary"]) == (b"the application", "Cookie")


def test_script_and_style_sheet_are_in_the_page_and_allowed_by_their_hashes(anyone: Anyone, dist: Path) -> None:
    (dist / "assets").mkdir()
    script, sheet = "document.title = 'x'", "body{color:red}"
    (dist / "assets/landing.js").write_text(script)
    (dist / "assets/landing-AKOz8J-V.css").write_text(sheet)
    (dist / "landing.html").write_text(
        '<script src="/assets/landing.js"></script>\n'
        '<link rel="stylesheet" crossorigin href="/assets/landing-AKOz8J-V.css">' + BUILT * 10
    )
    reply = anyone._client.get("/", headers={"Accept-Encoding": "gzip"})
    assert reply["Content-Encoding"] == "gzip"
    text = gzip.decompress(reply.content).decode()
    assert text.startswith(f"<script>{script}</script>\n<style>{sheet}</style>")
    policy = reply["Content-Security-Policy"]
    for name, content in (("script", script), ("style", sheet)):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{name}-src 'self' 'sha256-{digest}';" in policy
    assert "'unsafe-inline'" not in policy


def test_the_application_answers_while_no_landing_page_is_built(anyone: Anyone, dist: Path) -> None:
    (dist / "landing.html").unlink()
    assert anyone.get("/").content == b"the application"


def test_the_page_names_the_largest_cities_the_operator_and_the_contact(anyone: Anyone, settings: Settings) -> None:
    settings.OPERATOR_NAME, settings.CONTACT_EMAIL = "Smith & Sons", "help@example.org"
    settings.PUBLIC_URL = "https://tables.example.org"
    for city in ("Miami", "New York", "Bronx", "Brooklyn", "Chicago"):
        make_venue(locality=city)
    make_venue(locality="Boston", opted_out=True)
    text = anyone.get("/").content.decode()
    assert ">New York, Chicago, and Miami: 5 restaurants. " in text
    assert "Run by Smith &amp; Sons, help@example.org." in text
    assert 'href="https://tables.example.org/"' in text


def test_the_boroughs_are_one_city(anyone: Anyone) -> None:
    for locality in ("Queens", "Bronx", "New York", ""):
        make_venue(locality=locality)
    assert ">All of New York: 4 restaurants. " in anyone.get("/").content.decode()


@pytest.mark.parametrize(
    ("now", "today", "friday"),
    [
        ("2026-11-27 04:59:00Z", "2026-11-26", "2026-11-27"),
        ("2026-11-27 05:00:00Z", "2026-11-27", "2026-12-04"),
        ("2026-11-28 12:00:00Z", "2026-11-28", "2026-12-04"),
    ],
)
def test_the_request_begins_with_the_coming_friday_in_new_york(
    now: str, today: str, friday: str, anyone: Anyone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("django.utils.timezone.now", lambda: datetime.fromisoformat(now))
    assert f"From {today}, on {friday}." in anyone.get("/").content.decode()


def test_without_a_database_the_page_names_no_cities(anyone: Anyone, monkeypatch: pytest.MonkeyPatch) -> None:
    make_venue(locality="New York"), make_venue(locality="New York")

    def lost(*, limit: int) -> list[str]:
        raise OperationalError("the connection is lost")

    with monkeypatch.context() as outage:
        outage.setattr("apps.venues.selectors.largest_cities", lost)
        answer = anyone.get("/")
        assert answer.status_code == 200
        assert messages.places([], number=0) in answer.content.decode()
    assert "New York" in anyone.get("/").content.decode()


def test_without_settings_the_host_and_the_sender_are_named(anyone: Anyone, settings: Settings) -> None:
    settings.PUBLIC_URL, settings.DEFAULT_FROM_EMAIL = "https://tables.example.org", "Tables <hello@example.org>"
    text = anyone.get("/").content.decode()
    assert f">{messages.places([], number=0)}. " in text
    assert "Run by tables.example.org, hello@example.org." in text


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost", "[::1]:8000"])
def test_the_address_of_a_computer_to_itself_is_no_name(host: str, anyone: Anyone, settings: Settings) -> None:
    settings.OPERATOR_NAME, settings.PUBLIC_URL = "", f"http://{host}"
    assert "Run by Tablehawk, " in anyone.get("/").content.decode()


def test_prices_and_names_of_the_plans_are_the_servers() -> None:
    source = (FRONTEND / "src/entities/plan/plans.ts").read_text()
    for plan, cents in PRICES.items():
        assert f"{plan}: {cents}" in source
        assert f"{plan}: '{NAMES[plan]}'" in source
    for file in ("landing/messages.ts", "legal/terms.ts"):
        named = set(re.findall(r"\$(\d+\.\d\d)", (FRONTEND / "src/features" / file).read_text()))
        assert named == {f"{cents / 100:.2f}" for cents in PRICES.values()}


def test_the_stated_speed_is_the_measured_one() -> None:
    source = (FRONTEND / "src/features/landing/messages.ts").read_text()
    bench = (FRONTEND / "../docs/measurements/bench.md").read_text()
    found = re.search(r"all (200 of 200) freed tables were booked within ([\d.]+) seconds of the reply", source)
    assert found is not None
    assert f"| tables booked of those freed | {found[1]} |" in bench
    slowest = re.search(r"\| reply that shows the table -> booked \| n 200 .* max ([\d.]+) ms", bench)
    assert slowest is not None
    assert float(slowest[1]) / 1000 <= float(found[2])
