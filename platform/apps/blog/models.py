"""The model of the blog's stories."""

import re

from django.db import models
from django.db.models.functions import Now

from apps.common.pictures import own_picture


class Blog(models.Model):
    """One blog story. `body` is plain text with blank lines between paragraphs. It is never rendered as HTML.

    A story without `published_at` is a draft, and a story whose `published_at` is in the future is scheduled. Only
    staff see drafts and scheduled stories.
    """

    slug = models.SlugField(max_length=120, unique=True)
    title = models.CharField(max_length=200)
    summary = models.TextField(help_text="One or two sentences for the carousel.")
    body = models.TextField(
        blank=True, help_text="Plain text; a blank line begins a new paragraph. Markup stays as typed."
    )
    category = models.CharField(max_length=60)
    image_url = models.CharField("picture", max_length=300, blank=True, validators=[own_picture])
    image_alt = models.CharField("what the picture shows", max_length=200, blank=True)
    featured = models.BooleanField("in the carousel", default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    published_at = models.DateTimeField(
        null=True, blank=True, db_index=True, help_text="UTC. Empty: a draft. In the future: shown from then on."
    )

    class Meta:
        db_table = "blog"
        ordering = ["-published_at", "-id"]
        verbose_name = "story"
        verbose_name_plural = "stories"

    def __str__(self) -> str:
        return self.title

    def get_absolute_url(self) -> str:
        return f"/blogs/{self.slug}"

    def paragraphs(self) -> list[str]:
        """Return the paragraphs of the body. Single line breaks inside them are kept."""
        whole = self.body.replace("\r\n", "\n").replace("\r", "\n")
        return [text.strip() for text in re.split(r"\n\s*\n", whole) if text.strip()]
