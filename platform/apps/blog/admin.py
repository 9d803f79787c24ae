"""Stories in the admin."""

from django.contrib import admin

from apps.blog.models import Blog


@admin.register(Blog)
class BlogAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Writing and featuring stories."""

    list_display = ("title", "category", "featured", "created_at")
    list_filter = ("featured", "category")
    search_fields = ("title", "summary", "body")
    prepopulated_fields = {"slug": ("title",)}
