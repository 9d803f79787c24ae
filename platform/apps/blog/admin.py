"""The admin pages of blog stories, on which staff write, preview, publish and feature stories."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.widgets import AdminTextareaWidget
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from apps.accounts.staff.admin_base import AuditedAdmin
from apps.blog.models import Blog


@admin.register(Blog)
class BlogAdmin(AuditedAdmin):
    list_display = ("title", "category", "state", "published_at", "featured")
    list_editable = ("featured",)
    list_filter = ("featured", "category", ("published_at", admin.EmptyFieldListFilter))
    search_fields = ("title", "summary", "body", "slug")
    search_help_text = "Words of the title, the summary or the text."
    prepopulated_fields = {"slug": ("title",)}
    readonly_fields = ("preview",)
    actions = ("publish", "unpublish")
    fieldsets = (
        (None, {"fields": ("title", "slug", "category", "summary", "body")}),
        ("Picture", {"fields": ("image_url", "image_alt")}),
        ("Shown", {"fields": ("published_at", "featured")}),
        ("As it will be read (after saving)", {"fields": ("preview",)}),
    )

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if rows := {"summary": 3, "body": 24}.get(db_field.name):
            kwargs["widget"] = AdminTextareaWidget({"rows": rows})
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description="state")
    def state(self, story: Blog) -> str:
        if story.published_at is None:
            return "draft"
        return "out" if story.published_at <= timezone.now() else "scheduled"

    @admin.display
    def preview(self, story: Blog) -> SafeString:
        """Return the story's title, summary and paragraphs as HTML. Markup in the text is escaped."""
        body = format_html_join("", "<p>{}</p>", ((text,) for text in story.paragraphs()))
        return format_html("<p><strong>{}</strong></p><p><em>{}</em></p>{}", story.title, story.summary, body)

    def view_on_site(self, story: Blog) -> str | None:
        return story.get_absolute_url() if self.state(story) == "out" else None

    @admin.action(description="Publish now", permissions=["change"])
    def publish(self, request: HttpRequest, queryset: QuerySet[Blog]) -> None:
        """Publish the chosen stories. Stories that are already published keep their date."""
        now = timezone.now()
        chosen = [story for story in queryset if story.published_at is None or story.published_at > now]
        Blog.objects.filter(pk__in=[story.pk for story in chosen]).update(published_at=now)
        self.log_each(request, chosen, "published")
        self.message_user(request, f"{len(chosen)} published.")

    @admin.action(description="Make a draft again", permissions=["change"])
    def unpublish(self, request: HttpRequest, queryset: QuerySet[Blog]) -> None:
        chosen = list(queryset.exclude(published_at=None))
        Blog.objects.filter(pk__in=[story.pk for story in chosen]).update(published_at=None)
        self.log_each(request, chosen, "made a draft")
        self.message_user(request, f"{len(chosen)} hidden.")
