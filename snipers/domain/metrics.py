"""Every metric of the sniper tower: name, help text, labels. No label identifies a venue, a person or a request.

Watchers (watching/metrics.py) and the controller (control/controller_metrics.py, runtime/fleet.py) record the values. A
test compares these definitions with the alerts and dashboards in k8s/monitoring.
"""

from enum import StrEnum

from snipers.domain.counts import Metric


class Restart(StrEnum):
    """Why a watcher was restarted."""

    CRASH = "crash"
    SILENCE = "silence"
    DRAIN = "drain"


# Counted by watchers.
POLLS = Metric(
    name="snipe_poll_total",
    about="Polls by outcome: ok, or the kind of failure.",
    labels=("source", "outcome"),
)
SKIPPED = Metric(
    name="snipe_reply_entries_skipped_total",
    about="Slots and reservations left out of replies, by reason; `field` is the path of one that cannot be read.",
    labels=("source", "kind", "reason", "field"),
)
POLL_SECONDS = Metric(
    name="snipe_poll_duration_seconds",
    about="Seconds from the sending of a poll to its answer.",
    labels=("source",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
LAG = Metric(
    name="snipe_watch_lag_ratio",
    about="Age of a venue's last answered poll in poll intervals of the venue, sampled every one to six seconds.",
    labels=("source",),
    buckets=(0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0),
)
SUBMIT_SECONDS = Metric(
    name="snipe_detect_to_submit_seconds",
    about="Seconds from the answer that showed a table to the sending of the booking call.",
    labels=("source",),
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0),
)
BOOKED_SECONDS = Metric(
    name="snipe_freed_to_booked_seconds",
    about="Upper bound of the seconds that a booked table was free: from the last poll without it to the confirmation.",
    labels=("source", "type"),
    buckets=(0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0),
)
RELEASE_SKEW = Metric(
    name="snipe_release_skew_seconds",
    about="Seconds from the time at which the platform has certainly reached a release's instant to the first poll.",
    labels=("source",),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.3, 1.0),
)
ATTEMPTS = Metric(
    name="snipe_book_attempt_total",
    about="Booking attempts by result: booked, unknown, not_claimed, or the reason of the failure. The label reply is"
    " the platform's answer that lost the table.",
    labels=("source", "result", "reply"),
)
FENCED = Metric(
    name="snipe_lease_fenced_total",
    about="Watchers that retired because another one had taken their venue.",
    labels=("source",),
)

# Counted by the fleet of the controller.
RESTARTS = Metric(
    name="snipe_actor_restarts_total",
    about="Restarted watchers by reason: crash, silence (unresponsive), or drain (of a node).",
    labels=("reason",),
)

# Counted by the controller.
DRAINS_INTERRUPTED = Metric(
    name="snipe_drains_interrupted_total",
    about="Draining nodes that were lost while venues still had their watchers there.",
)

# Measured by the controller.
CYCLE_DURATION = Metric(
    name="reconcile_duration_seconds",
    about="Seconds of one reconcile cycle.",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0),
)
CYCLES_FAILED = Metric(name="reconcile_failures_total", about="Failed reconcile cycles.")
LAST_CYCLE = Metric(
    name="reconcile_last_success_timestamp_seconds",
    about="Unix time at which the last successful reconcile cycle ended.",
)
DRIFT = Metric(
    name="reconcile_drift",
    about="Venues without a watcher, watchers without work, and unresponsive watchers.",
    labels=("kind",),
)
WATCHES = Metric(
    name="snipe_watches",
    about="Venues with active requests, by the state of their watch.",
    labels=("source", "state"),
)
BUDGET = Metric(
    name="snipe_poll_budget_per_second", about="Polls per second that a platform may receive.", labels=("source",)
)
BUDGET_USED = Metric(
    name="snipe_poll_budget_used_ratio",
    about="Polls of the last minute as a share of the platform's budget.",
    labels=("source",),
)
LEARNED_PACE = Metric(
    name="snipe_learned_pace_per_minute",
    about="Finds per minute that a platform is believed to bear from this cell's address.",
    labels=("source",),
)
LOCKED_OUT = Metric(
    name="snipe_source_locked_out",
    about="Whether a platform with a learned pace refuses this cell's address: 1, or 0.",
    labels=("source",),
)
SOURCE_STATE = Metric(
    name="snipe_source_state",
    about="Breaker state of a platform: 0 healthy, 1 slowed, 2 probing, 3 stopped.",
    labels=("source",),
)

SOURCE_KEY_REFUSED = Metric(
    name="snipe_source_key_refused",
    about="Whether a platform is stopped because it does not accept our own key: 1, or 0.",
    labels=("source",),
)

COUNTED = (POLLS, SKIPPED, ATTEMPTS, FENCED, RESTARTS, DRAINS_INTERRUPTED, CYCLES_FAILED)
OBSERVED = (POLL_SECONDS, LAG, SUBMIT_SECONDS, BOOKED_SECONDS, RELEASE_SKEW, CYCLE_DURATION)
MEASURED = (LAST_CYCLE, DRIFT, WATCHES, BUDGET, BUDGET_USED, LEARNED_PACE, LOCKED_OUT, SOURCE_STATE, SOURCE_KEY_REFUSED)
