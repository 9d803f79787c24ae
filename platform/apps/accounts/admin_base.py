"""Base classes of the admin pages of every app: read-only lists, and changes that the audit log records."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from apps.accounts import audit
from apps.accounts.audit import Act
from apps.accounts.throttle import origin


class ReadOnlyAdmin:
    """A page on which nothing can be added, changed or deleted, because other code writes these rows."""

    can_delete = False
    extra = 0

    def has_add_permission(self, *_: Any) -> bool:
        return False

    def has_change_permission(self, *_: Any) -> bool:
        return False

    def has_delete_permission(self, *_: Any) -> bool:
        return False


class AuditedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """A page whose changes the audit log records. An entry names the changed fields, but not their values."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        record_change(request, obj, did="added")
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        record_change(request, obj, did="changed", fields=_changed_fields(message))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> Any:
        for obj in queryset:
            record_change(request, obj, did="deleted")
        return super().log_deletions(request, queryset)

    def log_each(self, request: HttpRequest, objects: Iterable[Model], did: str) -> None:
        """Record what an action did to each of several objects."""
        for obj in objects:
            self.log_change(request, obj, did)


def record_change(request: HttpRequest, obj: Model, *, did: str, act: Act = Act.ADMIN_CHANGE, **facts: str) -> None:
    """Add one audit entry whose actor is the user who is signed in to the admin."""
    audit.record(
        act,
        user_id=None,
        by_id=request.user.pk,
        **origin(request),
        did=did,
        what=obj._meta.model_name,
        key=str(obj.pk),
        **facts,
    )


def _changed_fields(message: Any) -> str:
    """Return the names of the changed fields from the message of Django's log entry.

    A message that is a string, as that of an admin action, is returned unchanged.
    """
    if isinstance(message, str):
        return message
    changed = [name for part in message for name in part.get("changed", {}).get("fields", [])]
    return ", ".join(changed) or json.dumps(message)
