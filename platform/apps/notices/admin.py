"""Read-only admin pages of events for the browser and of messages on all channels."""

from django.contrib import admin

from apps.accounts.admin import RELATED_LISTS
from apps.accounts.staff.admin_base import ReadOnlyAdmin
from apps.notices.models import Delivery, Event

RELATED_LISTS += [
    ("events", "admin:notices_event_changelist"),
    ("e-mails and texts", "admin:notices_delivery_changelist"),
]


class DeliveriesOfEvent(ReadOnlyAdmin, admin.TabularInline):  # type: ignore[type-arg]  # takes no parameter at run time
    model = Delivery
    fields = ("channel", "kind", "state", "reason", "attempts", "next_at", "sent_at")


@admin.register(Event)
class EventAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Events, numbered for each user without gaps. An event without `published_at` has not been sent to the browser
    yet."""

    list_display = ("id", "user", "seq", "type", "created_at", "published_at")
    list_filter = ("type", ("published_at", admin.EmptyFieldListFilter), "created_at")
    search_fields = ("user__email", "=id")
    search_help_text = "E-mail, or the event's id."
    list_select_related = ("user",)
    ordering = ("-id",)
    show_full_result_count = False
    fields = ("user", "seq", "type", "payload", "dedupe_key", "created_at", "published_at")
    inlines = (DeliveriesOfEvent,)


@admin.register(Delivery)
class DeliveryAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]  # as above
    """Messages and their states. The content of a message is not shown, because it may name a concierge's client."""

    list_display = ("id", "user", "channel", "kind", "state", "reason", "attempts", "next_at", "sent_at")
    list_filter = ("state", "channel", "kind", "reason")
    search_fields = ("event__user__email", "=event__id")
    search_help_text = "E-mail, or the event's id."
    list_select_related = ("event__user",)
    ordering = ("-id",)
    show_full_result_count = False
    fields = ("event", "user", "channel", "kind", "state", "reason", "attempts", "next_at", "taken_at", "sent_at")
    readonly_fields = ("user",)

    @admin.display(ordering="event__user__email")
    def user(self, delivery: Delivery) -> str:
        return delivery.event.user.email
