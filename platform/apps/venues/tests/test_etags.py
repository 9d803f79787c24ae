import pytest
from django.db import connection
from django.test import Client

from apps.venues.models import Venue
from testing.users import Anyone, Person
from testing.venues import make_venue

LISTS = ["", "?page_size=5", "search/?venue_name=vicolo", "locations/", "featured/", "premium/", "resy-ids/"]


@pytest.fixture
def venue(db: None) -> Venue:
    return make_venue(featured=True, premium=True)


def ask(person: Anyone, path: str, **headers: str) -> tuple[int, str, bytes]:
    token = {"Authorization": f"Bearer {person.tokens.access_token}"} if person.tokens else {}
    answer = Client().get(f"/api/venues/{path}", headers={**token, **headers})
    return answer.status_code, answer.get("ETag", ""), answer.content


@pytest.mark.parametrize("path", [*LISTS, "{id}/"])
def test_matching_etag_answers_304(alice: Person, venue: Venue, path: str) -> None:
    path = path.format(id=venue.pk)
    status, tag, _ = ask(alice, path)
    assert (status, bool(tag)) == (200, True)
    for kept in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        assert ask(alice, path, **{"If-None-Match": kept}) == (304, tag, b"")


@pytest.mark.parametrize("path", [*LISTS, "{id}/"])
def test_bulk_update_changes_the_etag(alice: Person, venue: Venue, path: str) -> None:
    path = path.format(id=venue.pk)
    _, tag, _ = ask(alice, path)
    with connection.cursor() as cursor:
        cursor.execute(
            "update venue set venue_name = 'Vicolo Nuovo', neighborhood = 'SoHo', platform_venue_id = 77 where id = %s",
            [venue.pk],
        )
    status, new, body = ask(alice, path, **{"If-None-Match": tag})
    assert (status, new != tag, bool(body)) == (200, True, True)


def test_opted_out_venue_is_not_found_with_an_etag(alice: Person, venue: Venue) -> None:
    _, tag, _ = ask(alice, f"{venue.pk}/")
    Venue.objects.update(opted_out=True)
    assert ask(alice, f"{venue.pk}/", **{"If-None-Match": tag})[0] == 404


@pytest.mark.parametrize("tag", ['"', "W/", "x", "\u00e9", "," * 5000])
def test_invalid_etag_gets_the_full_answer(alice: Person, venue: Venue, tag: str) -> None:
    assert ask(alice, "", **{"If-None-Match": tag})[0] == 200


def test_matching_etag_requires_sign_in(anyone: Anyone, alice: Person, venue: Venue) -> None:
    _, tag, _ = ask(alice, "featured/")
    assert ask(anyone, "featured/", **{"If-None-Match": tag})[0] == 401
    assert ask(anyone, "featured/", **{"If-None-Match": "*"})[0] == 401
