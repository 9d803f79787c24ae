"""Writing and publishing stories in the admin."""

from datetime import timedelta

import pytest
from django.test import Client as Browser
from django.utils import timezone

from apps.accounts.models import AuditEntry
from apps.blog.models import Blog
from testing.users import Anyone, Person

LIST = "/admin/blog/blog/"
STORY = {"title": "A table", "slug": "a-table", "summary": "Short.", "body": "One.\r\n\r\nTwo.", "category": "News"}


@pytest.fixture
def browser(staff: Person) -> Browser:
    browser = Browser()
    browser.force_login(staff.user)
    return browser


def act(browser: Browser, action: str, *stories: Blog) -> None:
    browser.post(LIST, {"action": action, "_selected_action": [story.pk for story in stories]})


def test_story_is_a_draft_until_published(browser: Browser, anyone: Anyone) -> None:
    assert browser.post(f"{LIST}add/", STORY).status_code == 302
    story = Blog.objects.get()
    assert anyone.get("/api/blog/a-table/").status_code == 404

    act(browser, "publish", story)
    assert anyone.get("/api/blog/a-table/").json()["body"] == "One.\n\nTwo."

    act(browser, "unpublish", story)
    assert anyone.get("/api/blog/a-table/").status_code == 404
    assert [entry.facts["did"] for entry in AuditEntry.objects.filter(act="admin_change").order_by("id")] == [
        "added",
        "changed",
        "changed",
    ]


def test_publishing_again_keeps_the_date(browser: Browser) -> None:
    out = timezone.now() - timedelta(days=3)
    story = Blog.objects.create(**STORY, published_at=out)
    act(browser, "publish", story)
    story.refresh_from_db()
    assert story.published_at == out


@pytest.mark.parametrize(("hours", "state"), [(None, "draft"), (5, "scheduled"), (-5, "out")])
def test_list_shows_the_state_of_stories(browser: Browser, hours: int | None, state: str) -> None:
    at = None if hours is None else timezone.now() + timedelta(hours=hours)
    story = Blog.objects.create(**STORY, published_at=at)
    assert f'<td class="field-state">{state}</td>' in browser.get(LIST).content.decode()
    page = browser.get(f"{LIST}{story.pk}/change/").content.decode()
    assert ("/blogs/a-table" in page) == (state == "out")


def test_preview_shows_paragraphs_and_escapes_markup(browser: Browser) -> None:
    story = Blog.objects.create(**{**STORY, "title": "<b>Bold</b>", "body": "One.\n\n<script>alert(1)</script>"})
    page = browser.get(f"{LIST}{story.pk}/change/").content.decode()
    assert "<p>One.</p><p>&lt;script&gt;alert(1)&lt;/script&gt;</p>" in page
    assert "<script>alert(1)" not in page
    assert "<b>Bold</b>" not in page


@pytest.mark.parametrize(
    ("field", "value"), [("slug", "a table"), ("image_url", "https://elsewhere.example/a.png"), ("title", "")]
)
def test_invalid_values_are_refused_beside_their_fields(browser: Browser, field: str, value: str) -> None:
    page = browser.post(f"{LIST}add/", {**STORY, field: value})
    assert list(page.context["adminform"].form.errors) == [field]
