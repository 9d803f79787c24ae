"""Expand: adds `swap_of` to groups, the table `swap_offer`, and a trigger that admits the attempts of swaps.

The previous release inserts groups without the column and does not read it. Its watchers may claim for a swap during an
upgrade or after a rollback, so the rules about the old table are in a trigger, which every release obeys:

- An attempt of a swap is admitted only while the old table is booked, is not being canceled, no other attempt replaces
  it, and no other swap of it is open or booked. The lock on the old attempt orders this check with a cancellation and with a claim that replaces it.
- If the old table is of the same meal, the attempt gets the key "swap:<old attempt>" in the place of the diner's, so
  that both tables fit into the unique indexes of a diner and meal. When the old table is canceled, a second trigger gives
  the attempt the diner's key in the same statement. With an override, `replaces` does this instead.
- A table that a swap is about to replace cannot be replaced by another request.

Locks: the foreign keys take SHARE ROW EXCLUSIVE on `attempt`, `reservation`, `reservation_group` and `venue` for an
instant; the new table is empty.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

ADMIT = """
    CREATE FUNCTION admit_attempt_of_swap() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
        old attempt%ROWTYPE;
        own bigint := (SELECT swap_of FROM reservation_group WHERE id = NEW.group_id);
    BEGIN
        IF own IS NULL THEN
            IF NEW.replaces IS NOT NULL AND EXISTS (
                SELECT 1 FROM attempt s
                WHERE s.diner_key = 'swap:' || NEW.replaces AND s.state IN ('claimed', 'unknown', 'booked')
            ) THEN
                RETURN NULL;
            END IF;
            RETURN NEW;
        END IF;
        SELECT * INTO old FROM attempt WHERE id = own FOR NO KEY UPDATE;
        IF NOT FOUND OR old.state <> 'booked' OR old.cancel_requested_at IS NOT NULL
            OR old.diner_key <> NEW.diner_key
            OR NEW.replaces IS NOT NULL AND NEW.replaces <> own
            OR EXISTS (
                SELECT 1 FROM attempt o
                WHERE o.diner_key = NEW.diner_key AND o.date = old.date AND o.replaces = own
                  AND o.state IN ('claimed', 'unknown', 'booked')
            )
            OR EXISTS (
                SELECT 1 FROM reservation_group g JOIN attempt s ON s.group_id = g.id
                WHERE g.swap_of = own AND s.state IN ('claimed', 'unknown', 'booked')
            )
        THEN
            RETURN NULL;
        END IF;
        IF NEW.replaces IS NULL AND (old.date, old.meal) = (NEW.date, NEW.meal) THEN
            NEW.diner_key := 'swap:' || own;
        END IF;
        RETURN NEW;
    END
    $$;
    CREATE TRIGGER admit_swap BEFORE INSERT ON attempt
        FOR EACH ROW EXECUTE FUNCTION admit_attempt_of_swap();
    CREATE FUNCTION release_key_of_swap() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        UPDATE attempt SET diner_key = NEW.diner_key
        WHERE diner_key = 'swap:' || NEW.id AND state IN ('claimed', 'unknown', 'booked');
        RETURN NULL;
    END
    $$;
    CREATE TRIGGER release_swap AFTER UPDATE OF state ON attempt
        FOR EACH ROW WHEN (OLD.state = 'booked' AND NEW.state <> 'booked') EXECUTE FUNCTION release_key_of_swap();
"""
REMOVE = """
    DROP TRIGGER release_swap ON attempt;
    DROP FUNCTION release_key_of_swap();
    DROP TRIGGER admit_swap ON attempt;
    DROP FUNCTION admit_attempt_of_swap();
"""


class Migration(migrations.Migration):
    dependencies = [("venues", "0011_release_observation"), ("reservations", "0029_chosen_card")]

    operations = [
        migrations.AddField(
            model_name="reservationgroup",
            name="swap_of",
            field=models.BigIntegerField(null=True),
        ),
        migrations.CreateModel(
            name="SwapOffer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("date", models.DateField()),
                ("slot_time", models.TimeField()),
                ("seating", models.CharField(blank=True, max_length=100)),
                ("seen_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("dismissed_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                (
                    "looking",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="swap_offers",
                        to="reservations.reservation",
                    ),
                ),
                (
                    "old",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="swap_offers",
                        to="reservations.attempt",
                    ),
                ),
                (
                    "swap",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="swap_offers",
                        to="reservations.reservationgroup",
                    ),
                ),
                (
                    "venue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="venues.venue"
                    ),
                ),
            ],
            options={
                "db_table": "swap_offer",
                "indexes": [
                    models.Index(
                        condition=models.Q(("finished_at__isnull", True), ("swap__isnull", False)),
                        fields=["swap"],
                        name="swaps_under_way",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("old", "venue", "date", "slot_time", "seating"),
                        name="one_offer_for_each_table_and_slot",
                    )
                ],
            },
        ),
        migrations.RunSQL(ADMIT, REMOVE),
    ]
