"""Endpoints of the blog. Stories are public: they ask for no token."""

from typing import Annotated

from django.http import HttpRequest
from ninja import Path, Router, Schema

from apps.blog import selectors
from apps.blog.models import Blog
from apps.common.schemas import REFUSALS, Instant, RefusalOut

router = Router()


class BlogOut(Schema):
    """One story; `body` is plain text with blank lines between paragraphs."""

    id: int
    slug: str
    title: str
    summary: str
    body: str
    category: str
    image_url: str
    image_alt: str
    created_at: Instant


@router.get("/featured/", response={200: list[BlogOut], REFUSALS: RefusalOut})
def featured(request: HttpRequest) -> list[Blog]:
    """The carousel's stories, newest first."""
    return selectors.featured()


@router.get("/{slug}/", response={200: BlogOut, REFUSALS: RefusalOut})
def one(request: HttpRequest, slug: Annotated[str, Path(max_length=120)]) -> Blog:
    """One story."""
    return selectors.one(slug=slug)
