"""Every metric of the sniper tower: its name, what it says, its labels. No label names a venue, a person or a request.

Watchers count the first part (watching/metrics.py), the mailbox actor counts restarts (runtime/mailbox.py), the
controller measures the rest (control/controller_metrics.py). Alerts and dashboards (k8s/monitoring) may name these and
no others; a test reads both.
"""

from enum import StrEnum

from snipers.domain.counts import Metric


class Restart(StrEnum):
    """Why a watcher began again."""

    CRASH = "crash"
    SILENCE = "silence"
    DRAIN = "drain"


# What watchers count.
POLLS = Metric(
    name="snipe_poll_total",
    about="Polls by how they ended: ok, or what the platform did instead.",
    labels=("source", "outcome"),
)
POLL_SECONDS = Metric(
    name="snipe_poll_duration_seconds",
    about="From a poll's departure to its answer.",
    labels=("source",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
LAG = Metric(
    name="snipe_watch_lag_ratio",
    about="How old a venue's last good poll is, in its own poll intervals; looked at every one to four seconds.",
    labels=("source",),
    buckets=(0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0),
)
SUBMIT_SECONDS = Metric(
    name="snipe_detect_to_submit_seconds",
    about="From the answer that showed a table to the departure of the booking call.",
    labels=("source",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0),
)
BOOKED_SECONDS = Metric(
    name="snipe_freed_to_booked_seconds",
    about="From the last poll that did not show the table to the platform's yes: no table was free for longer.",
    labels=("source", "type"),
    buckets=(0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0),
)
RELEASE_SKEW = Metric(
    name="snipe_release_skew_seconds",
    about="How long after the certain instant of a drop its first find left.",
    labels=("source",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 1.0),
)
ATTEMPTS = Metric(
    name="snipe_book_attempt_total",
    about="Bookings tried, by what came of them: booked, unknown, not_claimed, or the reason why not.",
    labels=("source", "result"),
)
FENCED = Metric(
    name="snipe_lease_fenced_total",
    about="Watchers that found another one in their place and left.",
    labels=("source",),
)

# Counted by the mailbox actor.
RESTARTS = Metric(
    name="snipe_actor_restarts_total",
    about="Watchers that began again: their process crashed, they said nothing, or we moved them.",
    labels=("reason",),
)

# What the controller measures.
STEP_SECONDS = Metric(
    name="reconcile_duration_seconds",
    about="One step of the controller.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
STEPS_FAILED = Metric(name="reconcile_failures_total", about="Steps of the controller that failed.")
LAST_STEP = Metric(
    name="reconcile_last_success_timestamp_seconds", about="When the controller's last good step ended, in unix time."
)
DRIFT = Metric(
    name="reconcile_drift",
    about="What is not as it should be: venues without a watcher, watchers without work, watchers that say nothing.",
    labels=("kind",),
)
WATCHES = Metric(
    name="snipe_watches",
    about="Venues that are waited for, by how their watch is.",
    labels=("source", "state"),
)
BUDGET = Metric(
    name="snipe_poll_budget_per_second", about="Polls a second that a platform may be sent.", labels=("source",)
)
BUDGET_USED = Metric(
    name="snipe_poll_budget_used_ratio",
    about="Polls of the last half minute as a share of what the platform may be sent.",
    labels=("source",),
)
SOURCE_STATE = Metric(
    name="snipe_source_state",
    about="How a platform is treated: 0 as usual, 1 slowed, 2 one venue probes, 3 stopped.",
    labels=("source",),
)

COUNTED = (POLLS, ATTEMPTS, FENCED, RESTARTS, STEPS_FAILED)
OBSERVED = (POLL_SECONDS, LAG, SUBMIT_SECONDS, BOOKED_SECONDS, RELEASE_SKEW, STEP_SECONDS)
MEASURED = (LAST_STEP, DRIFT, WATCHES, BUDGET, BUDGET_USED, SOURCE_STATE)
