"""Stories for the carousel and their pages."""

from django.db import models
from django.db.models.functions import Now


class Blog(models.Model):
    """One published story. `body` is plain text with blank lines between paragraphs; it is never rendered as HTML."""

    slug = models.SlugField(max_length=120, unique=True)
    title = models.CharField(max_length=200)
    summary = models.TextField()
    body = models.TextField(blank=True)
    category = models.CharField(max_length=60)
    image_url = models.CharField(max_length=300, blank=True)
    image_alt = models.CharField(max_length=200, blank=True)
    featured = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "blog"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.title
