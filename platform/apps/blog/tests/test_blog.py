from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.blog.models import Blog
from testing.users import Anyone

pytestmark = pytest.mark.django_db


def make(slug: str, *, day: int = 1, **fields: Any) -> Blog:
    at = datetime(2026, 11, day, 14, tzinfo=UTC)
    values: dict[str, Any] = {
        "slug": slug,
        "title": slug.title(),
        "summary": "Short.",
        "body": "First.\n\nSecond.",
        "category": "News",
        "featured": True,
        "created_at": at,
        "published_at": at,
    }
    return Blog.objects.create(**{**values, **fields})


def test_the_carousel_has_featured_stories_newest_first(anyone: Anyone) -> None:
    make("old", day=1)
    make("new", day=2)
    make("plain", day=3, featured=False)
    body = anyone.get("/api/blog/featured/").json()
    assert [blog["slug"] for blog in body] == ["new", "old"]
    assert (body[0]["created_at"], body[0]["published_at"]) == ("2026-11-02T14:00:00.000Z",) * 2


def test_carousel_without_stories_is_empty(anyone: Anyone) -> None:
    assert anyone.get("/api/blog/featured/").json() == []


def test_one_story_is_found_by_its_slug(anyone: Anyone) -> None:
    make("plain", featured=False)
    assert anyone.get("/api/blog/plain/").json()["body"] == "First.\n\nSecond."
    assert anyone.get("/api/blog/plain").status_code == 200
    assert anyone.get("/api/blog/nothing/").status_code == 404
    assert anyone.get(f"/api/blog/{'x' * 121}/").status_code == 422


@pytest.mark.parametrize("hours", [None, 1])
def test_drafts_and_scheduled_stories_are_not_found(anyone: Anyone, hours: int | None) -> None:
    make("soon", published_at=None if hours is None else timezone.now() + timedelta(hours=hours))
    assert anyone.get("/api/blog/featured/").json() == []
    missing = anyone.get("/api/blog/soon/")
    assert (missing.status_code, missing.json()["message"]) == (404, "We couldn't find that story.")


@pytest.mark.parametrize(
    ("typed", "answered"),
    [
        ("One.\r\n\r\nTwo.", "One.\n\nTwo."),
        ("One.\n \n\n\nTwo.\n", "One.\n\nTwo."),
        ("One\nline.", "One\nline."),
        ("", ""),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ],
)
def test_body_is_the_typed_text_in_paragraphs(anyone: Anyone, typed: str, answered: str) -> None:
    make("story", body=typed)
    answer = anyone.get("/api/blog/story/")
    assert answer.json()["body"] == answered
    assert answer["Content-Type"].startswith("application/json")


@pytest.mark.parametrize("path", ["featured/", "story/"])
def test_matching_etag_answers_304_until_the_story_changes(path: str) -> None:
    story = make("story")
    url = f"/api/blog/{path}"
    tag = Client().get(url)["ETag"]
    assert Client().get(url, headers={"If-None-Match": tag}).status_code == 304
    Blog.objects.filter(pk=story.pk).update(title="Another")
    assert Client().get(url, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("path", ["featured/", "story/"])
@pytest.mark.parametrize("others", [0, 20])
def test_each_endpoint_takes_one_query(
    anyone: Anyone, django_assert_num_queries: DjangoAssertNumQueries, path: str, others: int
) -> None:
    for number in range(others):
        make(f"other-{number}")
    make("story")
    with django_assert_num_queries(1):
        assert anyone.get(f"/api/blog/{path}").status_code == 200


@pytest.mark.parametrize(
    "url", ["https://elsewhere.example/x.png", "//elsewhere.example/x.png", "javascript:alert(1)", "x"]
)
def test_picture_of_another_origin_is_refused(url: str) -> None:
    story = make("story", image_url=url)
    with pytest.raises(ValidationError, match="picture of our own"):
        story.full_clean()
