"""Reads published stories. No function returns drafts or scheduled stories."""

from datetime import datetime

from django.db.models import QuerySet

from apps.blog.models import Blog
from apps.common.errors import require_row


def published(*, now: datetime) -> QuerySet[Blog]:
    """Return a query for the stories that are published at `now`, newest first."""
    return Blog.objects.filter(published_at__lte=now).order_by("-published_at", "-id")


def featured(*, now: datetime) -> list[Blog]:
    return list(published(now=now).filter(featured=True))


def get_story(*, slug: str, now: datetime) -> Blog:
    """Return the published story with this slug. Raises Refusal 404 for an unknown, draft or scheduled story."""
    return require_row(published(now=now).filter(slug=slug), "story")
