"""The admin site and its front page, which lists the models in sections. The section for on-call staff is first.

Each app's admin.py registers the pages of its models.
"""

from typing import Any, Final

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.generic import RedirectView

from apps.accounts.security.throttle import TooManyTries, client_address
from apps.accounts.staff import login as staff_login

SECTIONS: Final = (
    ("Right now", ("Attempt", "KillSwitch", "PlatformAccess")),
    ("Requests", ("ReservationGroup", "Reservation", "Client")),
    ("People", ("User", "PlatformAccount", "Session", "Group")),
    ("Restaurants and stories", ("Venue", "Blog")),
    ("Subscriptions", ("Subscription",)),
    ("Events and messages", ("Event", "Delivery", "AuditEntry")),
    ("Background tasks", ("ProcrastinateJob",)),
)
NAMES: Final = {
    "Attempt": "Booking attempts",
    "AuditEntry": "Audit log",
    "Delivery": "E-mails and texts",
    "Event": "Events for browsers",
    "Group": "Staff roles",
    "PlatformAccess": "Keys and sign-in paths of the platforms",
    "PlatformAccount": "Connected accounts",
    "ProcrastinateJob": "Jobs",
    "Reservation": "Single requests",
    "ReservationGroup": "Requests as submitted",
    "User": "Users and their plan",
}


class TablehawkAdmin(AdminSite):
    """Django's admin with our front page and sign-in."""

    site_header = "Tablehawk staff, times in UTC"
    site_title = "Tablehawk staff"
    index_title = "What would you like to look at?"
    # With the sidebar, lists would not fit on a laptop's screen.
    enable_nav_sidebar = False
    login_form = staff_login.StaffLoginForm
    login_template = "admin/staff_login.html"
    index_template = "admin/staff_index.html"

    def get_urls(self) -> list[Any]:
        """Return Django's admin pages and the page about one user.

        A new password is set in the product's profile: Django's page would neither limit wrong passwords nor end other
        sessions.
        """
        # Imported late: the module imports this site to register its pages.
        from apps.reservations.admin import user_day

        profile = RedirectView.as_view(url="/profile?tab=password")
        return [
            path("password_change/", self.admin_view(profile), name="password_change"),
            path("user-day/", self.admin_view(user_day.show_user_day), name="user_day"),
            *super().get_urls(),
        ]

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the user is staff and has passed the second factor."""
        return super().has_permission(request) and staff_login.may_enter(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Return Django's sign-in page. Attempts are limited per address."""
        if request.method == "POST":
            try:
                staff_login.login_guard(client_address(request)).count(now=timezone.now())
            except TooManyTries as refusal:
                wait = {"Retry-After": str(refusal.retry_after)}
                return HttpResponse(refusal.message, status=429, content_type="text/plain", headers=wait)
        return super().login(request, extra_context)

    def get_app_list(self, request: HttpRequest, app_label: str | None = None) -> list[Any]:
        """Return the models that this user may see, grouped into SECTIONS.

        With `app_label` (the page of one app), return Django's own list.
        """
        apps = super().get_app_list(request, app_label)
        if app_label is not None:
            return apps
        models = {model["object_name"]: model for app in apps for model in app["models"]}
        for name, model in models.items():
            model["name"] = NAMES.get(name, model["name"])
        sections = [(title, [models.pop(name) for name in names if name in models]) for title, names in SECTIONS]
        sections.append(("Other", list(models.values())))
        return [
            {
                "name": title,
                "app_label": title.lower().replace(" ", "-"),
                "app_url": shown[0]["admin_url"],
                "has_module_perms": True,
                "models": shown,
            }
            for title, shown in sections
            if shown
        ]
