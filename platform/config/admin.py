"""Background jobs in the admin, read-only. Sweeps replace lost jobs, so staff need no actions."""

from django.contrib import admin
from procrastinate.contrib.django.admin import ProcrastinateJobAdmin
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.admin_base import ReadOnlyAdmin

admin.site.unregister(ProcrastinateJob)


@admin.register(ProcrastinateJob)
class JobAdmin(ReadOnlyAdmin, ProcrastinateJobAdmin):
    """Waiting, running and failed jobs; successful ones are deleted."""

    actions = []
    ordering = ("-id",)
    show_full_result_count = False
