"""Base classes for the admin pages of all apps: read-only pages, and pages whose changes the audit log records."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import origin


class ReadOnlyAdmin:
    """Mixin for an admin page on which staff cannot add, change or delete rows, because only other code writes them."""

    can_delete = False
    extra = 0

    def has_add_permission(self, *_: Any) -> bool:
        return False

    has_change_permission = has_delete_permission = has_add_permission


class AuditedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """An admin page whose changes the audit log records. An entry names the changed fields, but not their values."""

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
        """Record one change for each object that an admin action changed. `did` describes the change: "published"."""
        for obj in objects:
            self.log_change(request, obj, did)


def record_change(request: HttpRequest, obj: Model, *, did: str, act: Act = Act.ADMIN_CHANGE, **facts: str) -> None:
    """Add one audit entry about a change of `obj` by the user who is signed in to the admin.

    `did` says what the user did, such as "changed". Each of `facts` is stored in the entry.
    """
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
    """Return the names of the changed fields, separated by commas, from the message of Django's log entry.

    The message of an admin action is a string; it is returned unchanged. A message without changed fields is returned
    as JSON.
    """
    if isinstance(message, str):
        return message
    changed = [name for part in message for name in part.get("changed", {}).get("fields", [])]
    return ", ".join(changed) or json.dumps(message)
