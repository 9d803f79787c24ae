"""Background jobs in the admin, read-only. Staff need no actions, because sweeps replace lost jobs."""

from django.apps import apps
from django.contrib import admin
from procrastinate.contrib.django.admin import ProcrastinateJobAdmin
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.staff.admin_base import ReadOnlyAdmin

admin.site.unregister(ProcrastinateJob)
# Users see and revoke their programs in the profile. Staff need no page of their tokens.
admin.site.unregister(
    [one for one in apps.get_app_config("oauth2_provider").get_models() if admin.site.is_registered(one)]
)


@admin.register(ProcrastinateJob)
class JobAdmin(ReadOnlyAdmin, ProcrastinateJobAdmin):
    """Waiting, running and failed jobs. Successful jobs are not kept."""

    actions = []
    ordering = ("-id",)
    show_full_result_count = False
