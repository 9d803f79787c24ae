"""Endpoints of the blog. They need no access token. The ETag of an answer is computed from the bytes of the answer."""

from typing import Annotated

from django.http import HttpRequest
from django.utils import timezone
from django.views.decorators.http import conditional_page
from ninja import Path, Router, Schema

from apps.blog import selectors
from apps.blog.models import Blog
from apps.common.schemas import Instant

router = Router()
router.add_decorator(conditional_page, mode="view")


class BlogOut(Schema):
    """One published story. `body` is plain text with blank lines between paragraphs, never markup."""

    id: int
    slug: str
    title: str
    summary: str
    body: str
    category: str
    image_url: str
    image_alt: str
    created_at: Instant
    published_at: Instant

    @staticmethod
    def resolve_body(blog: Blog) -> str:
        return "\n\n".join(blog.paragraphs())


@router.get("/featured/", response={200: list[BlogOut], 304: None})
def list_featured_stories(request: HttpRequest) -> list[Blog]:
    """The published stories of the carousel, newest first."""
    return selectors.featured(now=timezone.now())


@router.get("/{slug}/", response={200: BlogOut, 304: None})
def get_story(request: HttpRequest, slug: Annotated[str, Path(max_length=120)]) -> Blog:
    """The published story with this slug."""
    return selectors.get_story(slug=slug, now=timezone.now())
