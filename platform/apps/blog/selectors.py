"""Reading stories."""

from apps.blog.models import Blog
from apps.common.errors import not_found


def featured() -> list[Blog]:
    """The carousel's stories, newest first."""
    return list(Blog.objects.filter(featured=True).order_by("-created_at", "id"))


def one(*, slug: str) -> Blog:
    """One story. Raises Refusal 404."""
    blog = Blog.objects.filter(slug=slug).first()
    if blog is None:
        raise not_found("story")
    return blog
