"""Two admin pages for incidents: "Bad day" shows the state of everything that can be stopped, and "One user's last 24
hours" what happened to one user.

The pages only read. Their buttons post to the admin's lists, whose actions check permissions and record the change.
"""

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.models import User
from apps.reservations import bad_day

RELATED_LISTS.append(("last 24 hours", "admin:user_day"))


def show_bad_day(request: HttpRequest) -> HttpResponse:
    """Show platforms, breakers, kill switches, quarantined venues, venues without a watcher, and cells."""
    _require(request, "connections.view_sourcestate", "connections.view_killswitch", "reservations.view_venuewatch")
    now = timezone.now()
    found = bad_day.read_bad_day(now=now)
    return _page(request, "admin/bad_day.html", title="Bad day", found=found, now=now)


def show_user_day(request: HttpRequest) -> HttpResponse:
    """Show the last 24 hours of the user whose e-mail address is the parameter `q`; without `q`, only the form."""
    _require(request, "accounts.view_user", "accounts.view_auditentry", "reservations.view_reservationgroup")
    now, email = timezone.now(), request.GET.get("q", "").strip().lower()
    user = User.objects.filter(email=email).first() if email else None
    entries = bad_day.read_user_day(user, now=now) if user else []
    return _page(
        request, "admin/user_day.html", title="One user's last 24 hours", email=email, person=user, entries=entries
    )


def _require(request: HttpRequest, *permissions: str) -> None:
    if not request.user.has_perms(permissions):
        raise PermissionDenied


def _page(request: HttpRequest, template: str, **context: Any) -> HttpResponse:
    return TemplateResponse(request, template, {**admin.site.each_context(request), **context})
