"""What the admin pages of every app share: pages to look at, and changes by staff that the audit log keeps."""

import json
from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts import audit
from apps.accounts.audit import Act
from apps.accounts.throttle import client_address


class ReadOnlyAdmin:
    """Staff look, and nobody adds, changes or deletes: the rows have writers of their own."""

    can_delete = False
    extra = 0

    def has_add_permission(self, *_: Any) -> bool:
        """Never."""
        return False

    def has_change_permission(self, *_: Any) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, *_: Any) -> bool:
        """Never."""
        return False


class AuditedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """Every change that staff makes here is in the audit log: what was changed, never to which values."""

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note what was added."""
        record_change(request, obj, did="added")
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Note which fields were changed."""
        record_change(request, obj, did="changed", fields=_changed(message))
        return super().log_change(request, obj, message)

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Model]) -> Any:
        """Note what was deleted."""
        for obj in queryset:
            record_change(request, obj, did="deleted")
        return super().log_deletions(request, queryset)

    def log_each(self, request: HttpRequest, objects: Iterable[Model], did: str) -> None:
        """Note what an action did to each of several."""
        for obj in objects:
            self.log_change(request, obj, did)


def record_change(request: HttpRequest, obj: Model, *, did: str, act: Act = Act.ADMIN_CHANGE, **facts: str) -> None:
    """Add one entry in the name of the user who is signed in to the admin."""
    audit.record(
        act,
        user_id=None,
        by_id=request.user.pk,
        now=timezone.now(),
        address=client_address(request),
        did=did,
        what=obj._meta.model_name,
        key=str(obj.pk),
        **facts,
    )


def _changed(message: Any) -> str:
    """The fields that Django's own message of a change names; an action's message is the whole of it."""
    if isinstance(message, str):
        return message
    changed = [name for part in message for name in part.get("changed", {}).get("fields", [])]
    return ", ".join(changed) or json.dumps(message)
