"""Expand: adds the tables `rehearsal` and `seen_terms`, which the previous release neither reads nor writes.

Locks: the foreign keys take SHARE ROW EXCLUSIVE on `reservation_group` and `venue` for an instant; the new tables are
empty, so no row is read.
"""

import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("reservations", "0027_odds"),
        ("venues", "0011_release_observation"),
    ]

    operations = [
        migrations.CreateModel(
            name="Rehearsal",
            fields=[
                (
                    "group",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="rehearsal",
                        serialize=False,
                        to="reservations.reservationgroup",
                    ),
                ),
                ("requested_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField(null=True)),
                ("steps", models.JSONField(default=list)),
            ],
            options={
                "db_table": "rehearsal",
            },
        ),
        migrations.CreateModel(
            name="SeenTerms",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("party_size", models.PositiveSmallIntegerField()),
                ("slot_date", models.DateField()),
                ("slot_time", models.TimeField()),
                ("cancel_fee_cents", models.IntegerField()),
                ("deposit_cents", models.IntegerField()),
                ("currency", models.CharField(blank=True, db_default="", default="", max_length=3)),
                ("free_until", models.DateTimeField(null=True)),
                ("seen_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "venue",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="seen_terms", to="venues.venue"
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "seen terms",
                "db_table": "seen_terms",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("venue", "party_size"), name="one_row_of_terms_for_each_venue_and_party"
                    )
                ],
            },
        ),
    ]
