"""The admin page "One user's last 24 hours". It only reads."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.models import User
from apps.reservations import user_day

RELATED_LISTS.append(("last 24 hours", "admin:user_day"))


def show_user_day(request: HttpRequest) -> HttpResponse:
    """Show the last 24 hours of the user whose e-mail address is the parameter `q`; without `q`, only the form."""
    if not request.user.has_perms(
        ("accounts.view_user", "accounts.view_auditentry", "reservations.view_reservationgroup")
    ):
        raise PermissionDenied
    now, email = timezone.now(), request.GET.get("q", "").strip().lower()
    user = User.objects.filter(email=email).first() if email else None
    entries = user_day.read_user_day(user, now=now) if user else []
    shown = {"title": "One user's last 24 hours", "email": email, "person": user, "entries": entries}
    return TemplateResponse(request, "admin/user_day.html", {**admin.site.each_context(request), **shown})
