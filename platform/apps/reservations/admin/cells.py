"""Cells, their nodes and their poll budgets in the admin.

The only action here is to drain a node. For other actions, operators use `python -m snipers.ops`, which can wait for
the result.
"""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.security.audit import Act
from apps.accounts.staff.admin_base import ReadOnlyAdmin, record_change
from apps.reservations.models import Cell, CellNode, NodeState, PollShare


@admin.register(Cell)
class CellAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # takes no parameter at run time
    """The cells (Ray clusters), and which of them is active."""

    list_display = ("name", "active", "state", "since", "seen_at", "budgets")


@admin.register(CellNode)
class NodeAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Machines or pods that run watchers."""

    list_display = ("name", "cell", "host", "slots", "state", "state_at", "seen_at")
    list_filter = ("cell", "state")
    ordering = ("cell", "name")
    actions = ("drain",)

    def has_act_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may drain nodes, which requires the permission to change nodes."""
        return request.user.has_perm("reservations.change_cellnode")

    @admin.action(description="Drain: move its watchers to other nodes", permissions=["act"])
    def drain(self, request: HttpRequest, queryset: QuerySet[CellNode]) -> None:
        """Mark the nodes as draining. Their controllers move the watchers away, one after the other."""
        marked = 0
        for node in queryset:
            rows = CellNode.objects.filter(pk=node.pk, state=NodeState.UP)
            if rows.update(state=NodeState.DRAINING, state_at=timezone.now()):
                marked += 1
                record_change(request, node, did="node drained", act=Act.OPERATION, about=node.name, cell=node.cell)
        self.message_user(request, f"{marked} nodes are being drained.")


@admin.register(PollShare)
class ShareAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """The share of its poll budget that a platform may use. A platform without a row may use all of it."""

    list_display = ("platform", "share", "set_at")
