"""The heads of the pages of restaurants and stories, for search engines and previews of links."""

import re
from datetime import time, timedelta
from pathlib import Path

import pytest
from django.db import OperationalError
from django.utils import timezone
from pytest_django import Settings

from apps.blog.models import Blog
from apps.outcomes import shared_tables
from apps.requests.tests import factories
from config import landing
from testing.users import Anyone, Person
from testing.venues import make_venue

pytestmark = pytest.mark.django_db
FRONTEND = Path(__file__).parents[3] / "frontend"
SITE = "https://tables.example.org"
HOSTILE = '"><script>alert(1)</script> & Söhne'


@pytest.fixture(autouse=True)
def dist(tmp_path: Path, settings: Settings) -> Path:
    """A build whose page is that of the front end."""
    (tmp_path / "index.html").write_text((FRONTEND / "index.html").read_text())
    settings.FRONTEND_DIST, settings.PUBLIC_URL = tmp_path, SITE
    return tmp_path


def head_of(anyone: Anyone, path: str, *, status: int = 200) -> dict[str, str]:
    """Return the title, the canonical address and the named meta elements of a page."""
    response = anyone.get(path)
    assert response.status_code == status
    html = response.content.decode()
    named = re.findall(r'<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"', html)
    assert html.count("<title>") == 1
    assert [name for name, _ in named].count("description") == 1
    links = dict(re.findall(r'<link rel="(canonical)" href="([^"]*)"', html))
    return {**dict(named), **links, "title": re.findall("<title>([^<]*)</title>", html)[0]}


def test_a_restaurant_has_title_description_and_picture(anyone: Anyone) -> None:
    rule = {"release_days_ahead": 14, "release_local_time": time(9)}
    venue = make_venue(venue_name="Salt Hay", neighborhood="Red Hook", locality="Brooklyn", **rule)
    head = head_of(anyone, f"/restaurant/{venue.pk}")
    assert head["title"] == head["og:title"] == "Salt Hay · Tablehawk"
    assert (
        head["description"]
        == head["og:description"]
        == (
            "Salt Hay in Red Hook, Brooklyn. New dates open 14 days ahead at 9:00 AM in New York. "
            "We watch for a table and book it in your own account."
        )
    )
    assert head["canonical"] == head["og:url"] == f"{SITE}/restaurant/{venue.pk}"
    assert head["og:image"] == f"{SITE}/assets/open-graph.png"
    assert head_of(anyone, f"/restaurant/{venue.pk}/")["canonical"] == head["canonical"]


def test_a_story_and_the_list_have_heads_too(anyone: Anyone) -> None:
    day = timezone.now() - timedelta(days=1)
    Blog.objects.create(
        slug="a-story", title="A story", summary="Two\nlines.", image_url="/assets/x.jpg", published_at=day
    )
    head = head_of(anyone, "/blogs/a-story")
    assert (head["title"], head["description"]) == ("A story · Tablehawk", "Two lines.")
    assert head["og:image"] == f"{SITE}/assets/x.jpg"
    assert head_of(anyone, "/restaurants")["title"] == "Restaurants · Tablehawk"


def test_names_and_descriptions_are_escaped(anyone: Anyone) -> None:
    venue = make_venue(venue_name=HOSTILE, neighborhood=HOSTILE, cover_image_url="/media/a.jpg")
    html = anyone.get(f"/restaurant/{venue.pk}").content.decode()
    assert "<script>alert" not in html
    assert "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; Söhne · Tablehawk</title>" in html


@pytest.mark.parametrize(
    "path",
    [
        *("restaurant/{}", "restaurant/987654321", "restaurant/0", "restaurant/abc", "restaurant/" + "9" * 30),
        *("blogs/none", "blogs/a/b"),
    ],
)
def test_what_is_not_public_is_not_listed_by_search_engines(anyone: Anyone, path: str) -> None:
    hidden = make_venue(venue_name="Hidden", opted_out=True)
    head = head_of(anyone, f"/{path.format(hidden.pk)}", status=404)
    assert (head["robots"], head["title"]) == ("noindex", "Tablehawk")


@pytest.mark.parametrize("path", ["/login", "/reservations", "/restaurant"])
def test_other_pages_keep_the_general_head(anyone: Anyone, path: str) -> None:
    head = head_of(anyone, path)
    assert head["title"] == "Tablehawk"
    assert not head.keys() & {"canonical", "robots", "og:title"}


def test_signed_in_browsers_and_outages_cost_nothing(anyone: Anyone, monkeypatch: pytest.MonkeyPatch) -> None:
    venue = make_venue(venue_name="Salt Hay")

    def lost(*, venue_id: int) -> None:
        raise OperationalError("the connection is lost")

    monkeypatch.setattr("apps.venues.selectors.get_venue", lost)
    assert head_of(anyone, f"/restaurant/{venue.pk}")["title"] == "Tablehawk"
    monkeypatch.undo()
    anyone._client.cookies[landing.COOKIE] = "1"
    assert head_of(anyone, f"/restaurant/{venue.pk}")["title"] == "Tablehawk"


def test_a_shared_table_is_not_listed_and_its_head_says_nothing_about_it(anyone: Anyone, alice: Person) -> None:
    request = factories.group(alice.user, venues=[make_venue(venue_name="Salt Hay")]).reservations.get()
    booked = factories.attempt(request, state="booked", platform_reservation_id="R-1")
    ids = {"group_id": booked.group_id, "reservation_id": booked.reservation_id}
    token = shared_tables.share(user_id=alice.user.pk, **ids).partition("token=")[2]
    for cookie in ("", "1"):
        anyone._client.cookies[landing.COOKIE] = cookie
        head = head_of(anyone, f"/shared-table?token={token}")
        assert (head["robots"], head["title"]) == ("noindex", "A table for you · Tablehawk")
        assert not head.keys() & {"canonical", "og:url"}
        html = anyone.get(f"/shared-table?token={token}")
        assert html["Referrer-Policy"] == "no-referrer"
        assert not re.search(f"Salt Hay|{re.escape(token)}|alice", html.content.decode(), re.IGNORECASE)
        for dead in ("", "?token=", f"?token={token}x", "?token=1.x"):
            head = head_of(anyone, f"/shared-table{dead}", status=404)
            assert (head["robots"], head["title"]) == ("noindex", "Tablehawk")
    shared_tables.stop(user_id=alice.user.pk, **ids)
    assert head_of(anyone, f"/shared-table?token={token}", status=404)["robots"] == "noindex"


def test_the_sitemap_has_every_listed_restaurant_and_published_story(anyone: Anyone) -> None:
    shown, hidden = make_venue(), make_venue(opted_out=True)
    now = timezone.now()
    Blog.objects.create(slug="out", title="Out", published_at=now - timedelta(days=1))
    Blog.objects.create(slug="later", title="Later", published_at=now + timedelta(days=1))
    found = re.findall("<loc>(.*?)</loc>", anyone.get("/sitemap.xml").content.decode())
    pages = [*landing.PUBLIC_PAGES, "/restaurants", f"/restaurant/{shown.pk}", "/blogs/out"]
    assert found == [f"{SITE}{path}" for path in pages]
    assert f"/restaurant/{hidden.pk}" not in str(found)
    robots = anyone.get("/robots.txt").content.decode()
    assert f"Sitemap: {SITE}/sitemap.xml" in robots
    assert robots.index("Allow: /api/public/") < robots.index("Disallow: /api/\n")
    assert "Disallow: /api/public/table/" in robots
