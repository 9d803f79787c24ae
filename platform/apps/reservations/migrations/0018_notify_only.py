"""Expand: adds `notify_only`, the outbox `opening`, and a trigger that refuses attempts of notify-only requests.

The previous release files no notify-only request, but its watchers may run beside this release, or again after a
rollback, and they would book for such a request. With the trigger, their claim returns no row and no book call is sent.
"""

import django.db.models.deletion
from django.db import migrations, models

REFUSE = """
    CREATE FUNCTION refuse_attempt_of_notify_only() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        IF (SELECT notify_only FROM reservation_group WHERE id = NEW.group_id) THEN
            RETURN NULL;
        END IF;
        RETURN NEW;
    END
    $$;
    CREATE TRIGGER no_attempt_of_notify_only BEFORE INSERT ON attempt
        FOR EACH ROW EXECUTE FUNCTION refuse_attempt_of_notify_only();
"""
PERMIT = """
    DROP TRIGGER no_attempt_of_notify_only ON attempt;
    DROP FUNCTION refuse_attempt_of_notify_only();
"""


class Migration(migrations.Migration):
    dependencies = [("reservations", "0017_booking_terms")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="notify_only",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="reservations.timelineentry",
                    ),
                ),
                ("notified_at", models.DateTimeField(null=True)),
                ("shown_as", models.CharField(blank=True, db_default="", default="", max_length=8)),
                (
                    "reservation",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="openings",
                        to="reservations.reservation",
                    ),
                ),
            ],
            options={
                "db_table": "opening",
                "indexes": [
                    models.Index(
                        condition=models.Q(("notified_at__isnull", True)),
                        fields=["entry"],
                        name="openings_unpublished",
                    )
                ],
            },
        ),
        migrations.RunSQL(REFUSE, PERMIT),
    ]
