import pytest

from apps.blog.models import Blog
from apps.demo.stories import FOLDER, make_stories, read_story

pytestmark = pytest.mark.django_db


def test_demo_stories_are_complete_and_created_once() -> None:
    assert make_stories() == 4
    assert make_stories() == 0
    for story in Blog.objects.all():
        assert all((story.title, story.summary, story.category, story.featured, story.published_at))
        assert len(story.paragraphs()) >= 4
        assert len(story.body.split()) > 120


def test_lines_of_a_paragraph_are_joined() -> None:
    story = read_story(FOLDER / "what-we-never-do.txt")
    assert "\n" not in story.body.replace("\n\n", "")
