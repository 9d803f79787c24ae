from datetime import UTC, datetime

import pytest

from apps.accounts.testing import Anyone
from apps.blog.demo import FOLDER, make_stories, read_story
from apps.blog.models import Blog

pytestmark = pytest.mark.django_db


def make(slug: str, *, day: int = 1, featured: bool = True) -> Blog:
    return Blog.objects.create(
        slug=slug,
        title=slug.title(),
        summary="Short.",
        body="First.\n\nSecond.",
        category="News",
        featured=featured,
        created_at=datetime(2026, 11, day, 14, tzinfo=UTC),
    )


def test_the_carousel_has_featured_stories_newest_first(anyone: Anyone) -> None:
    make("old", day=1)
    make("new", day=2)
    make("hidden", day=3, featured=False)
    body = anyone.get("/api/blog/featured/").json()
    assert [blog["slug"] for blog in body] == ["new", "old"]
    assert body[0]["created_at"] == "2026-11-02T14:00:00.000Z"


def test_one_story_is_found_by_its_slug(anyone: Anyone) -> None:
    make("hidden", featured=False)
    assert anyone.get("/api/blog/hidden/").json()["body"] == "First.\n\nSecond."
    assert anyone.get("/api/blog/nothing/").status_code == 404
    assert anyone.get(f"/api/blog/{'x' * 121}/").status_code == 422


def test_the_demo_stories_are_whole_and_made_once() -> None:
    assert make_stories() == 4
    assert make_stories() == 0
    for story in Blog.objects.all():
        assert all((story.title, story.summary, story.category, story.featured))
        assert len(story.body.split("\n\n")) >= 4
        assert len(story.body.split()) > 120


def test_lines_of_a_paragraph_are_joined() -> None:
    story = read_story(FOLDER / "what-we-never-do.txt")
    assert "\n" not in story.body.replace("\n\n", "")
