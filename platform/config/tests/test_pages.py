import base64
import hashlib
import json
import re
from pathlib import Path

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from pytest_django import Settings

from config.pages import StaticFiles
from testing.users import Anyone


@pytest.fixture
def dist(tmp_path: Path, settings: Settings) -> Path:
    """A built front end."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Tablehawk</title>")
    (tmp_path / "assets" / "index-B1a2C3d4.js").write_text("run()")
    (tmp_path / "assets" / "theme.js").write_text("paint()")
    settings.FRONTEND_DIST = settings.WHITENOISE_ROOT = tmp_path
    settings.WHITENOISE_AUTOREFRESH = False
    return tmp_path


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/login", "/privacy", "/reservations/edit-reservation/3", "/favicon.ico"])
def test_every_path_of_the_router_gets_the_page(anyone: Anyone, dist: Path, path: str) -> None:
    response = anyone.get(path)
    assert response.status_code == 200
    assert b"<title>Tablehawk</title>" in response.content
    assert response["Cache-Control"] == "no-cache"


def test_page_names_the_operator_and_the_contact(anyone: Anyone, dist: Path, settings: Settings) -> None:
    (dist / "index.html").write_text(
        '<meta name="operator" content="{operator}" /><meta name="contact" content="{contact}" />'
    )
    settings.OPERATOR_NAME, settings.CONTACT_EMAIL = 'Smith & "Sons"', "help@example.org"
    text = anyone.get("/privacy").content.decode()
    assert 'name="operator" content="Smith &amp; &quot;Sons&quot;"' in text
    assert 'name="contact" content="help@example.org"' in text


def test_the_page_contains_the_script_that_sends_the_first_calls(anyone: Anyone, dist: Path) -> None:
    link = '<script src="/assets/first-paint.js"></script>'
    (dist / "index.html").write_text(f"<!doctype html><head>{link}</head>")
    assert link in anyone.get("/login").content.decode()
    (dist / "assets" / "first-paint.js").write_text("askEarly()")
    response = anyone.get("/login")
    assert "<head><script>askEarly()</script>" in response.content.decode()
    digest = base64.b64encode(hashlib.sha256(b"askEarly()").digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in response["Content-Security-Policy"]


def test_the_page_contains_the_platforms_that_the_endpoint_lists(anyone: Anyone, dist: Path) -> None:
    (dist / "index.html").write_text("<!doctype html><head></head>")
    text = anyone.get("/login").content.decode()
    found = re.search(r'<head><script type="application/json" id="platforms">(.*)</script></head>', text)
    assert found is not None
    assert json.loads(found[1]) == anyone.get("/api/platforms/").json()


@pytest.mark.parametrize("path", ["/.vite/manifest.json", "/.vite/", "/.git/config", "/.env"])
def test_a_path_that_begins_with_a_dot_is_404(anyone: Anyone, dist: Path, path: str) -> None:
    (dist / ".vite").mkdir()
    (dist / ".vite" / "manifest.json").write_text("{}")
    assert serve(path).status_code == 404
    assert anyone.get(path).status_code == 404


def test_pages_accept_only_get_and_head(anyone: Anyone, dist: Path) -> None:
    response = anyone.post("/login")
    assert (response.status_code, response.json()["code"]) == (405, "wrong_method")


def test_a_missing_build_is_reported_with_a_sentence(anyone: Anyone, settings: Settings, tmp_path: Path) -> None:
    settings.FRONTEND_DIST = tmp_path / "nothing"
    response = anyone.get("/")
    assert response.status_code == 503
    assert "make up" in response.json()["message"]


def serve(path: str, *, accepts: str = "") -> HttpResponse:
    def next_one(request: HttpRequest) -> HttpResponse:
        return HttpResponse("not a file", status=404)

    response: HttpResponse = StaticFiles(next_one)(RequestFactory().get(path, headers={"Accept-Encoding": accepts}))
    return response


def test_hashed_files_are_immutable_and_others_are_not(dist: Path) -> None:
    hashed, plain = serve("/assets/index-B1a2C3d4.js"), serve("/assets/theme.js")
    assert (hashed.content, plain.content) == (b"run()", b"paint()")
    assert "immutable" in hashed["Cache-Control"]
    assert "immutable" not in plain["Cache-Control"]
    assert hashed["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("accepts", "encoding", "body"),
    [("gzip, deflate, br, zstd", "br", b"b"), ("gzip, deflate", "gzip", b"gz"), ("", None, b"run()")],
)
def test_files_that_the_build_compressed_are_sent_compressed_to_clients_that_accept_it(
    dist: Path, accepts: str, encoding: str | None, body: bytes
) -> None:
    # The smallest accepted encoding is sent.
    (dist / "assets" / "index-B1a2C3d4.js.br").write_text("b")
    (dist / "assets" / "index-B1a2C3d4.js.gz").write_text("gz")
    answer = serve("/assets/index-B1a2C3d4.js", accepts=accepts)
    assert (answer.get("Content-Encoding"), answer.content) == (encoding, body)
    assert answer["Vary"] == "Accept-Encoding"
    assert answer["Content-Type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/../secret", "/assets/%2e%2e/secret"])
def test_only_built_files_are_served(dist: Path, path: str) -> None:
    (dist.parent / "secret").write_text("x")
    assert serve(path).status_code == 404
