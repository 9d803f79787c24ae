"""The tables by which operators and the controllers of the sniper tower exchange state: cells (Ray clusters), their
nodes, and the shares of the poll budgets.

`python -m snipers.ops` and the admin pages write the desired state, and each controller writes the state that it
observes. Operators and controllers communicate only through these rows, so that operators can change the desired state
even while Ray is down.
"""

from django.db import models
from django.db.models.functions import Now

from apps.connections.models import PLATFORMS


class CellState(models.TextChoices):
    """Whether venues may be assigned to a cell."""

    UP = "up"
    DOWN = "down"


class Cell(models.Model):
    """One Ray cluster with its controller.

    The active cell watches every venue that is not assigned to another cell, and its controller sets the poll rates of
    all cells. `seen_at` is the controller's last heartbeat. `budgets` are the polls per second that its environment
    allows, by platform.
    """

    name = models.CharField(max_length=40, primary_key=True)
    active = models.BooleanField(db_default=False, default=False)
    state = models.CharField(max_length=4, choices=CellState.choices, default=CellState.UP)
    since = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(null=True)
    budgets = models.JSONField(default=dict)

    class Meta:
        db_table = "cell"
        constraints = [
            models.UniqueConstraint(fields=["active"], condition=models.Q(active=True), name="one_active_cell")
        ]


class NodeState(models.TextChoices):
    """The states of a node: up -> draining -> drained. A node that Ray has removed keeps its state, and `seen_at` no
    longer changes."""

    UP = "up"
    DRAINING = "draining"
    DRAINED = "drained"


class CellNode(models.Model):
    """One machine or pod that runs watchers, as the controller of its cell last reported it.

    While the node is `draining`, the controller moves its watchers to other nodes.
    """

    name = models.CharField(max_length=80, primary_key=True)
    cell = models.CharField(max_length=40)
    host = models.CharField(max_length=80)
    slots = models.IntegerField(default=0)
    state = models.CharField(max_length=8, choices=NodeState.choices, default=NodeState.UP)
    state_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "cell_node"


class PollShare(models.Model):
    """The share (above 0, at most 1) of a platform's configured poll budget that may be used. Operators set it."""

    platform = models.CharField(max_length=10, choices=PLATFORMS, primary_key=True)
    share = models.FloatField()
    set_at = models.DateTimeField(db_default=Now())

    class Meta:
        db_table = "poll_share"
        constraints = [
            models.CheckConstraint(condition=models.Q(share__gt=0, share__lte=1), name="a_share_of_the_budget")
        ]
