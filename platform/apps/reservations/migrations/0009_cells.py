import django.db.models.functions.datetime
from django.db import migrations, models

PLATFORMS = [("resy", "Resy"), ("opentable", "Opentable")]


class Migration(migrations.Migration):
    dependencies = [("reservations", "0008_trace")]

    operations = [
        migrations.CreateModel(
            name="Cell",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
                ("active", models.BooleanField(db_default=False, default=False)),
                ("state", models.CharField(choices=[("up", "Up"), ("down", "Down")], default="up", max_length=4)),
                ("since", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("seen_at", models.DateTimeField(null=True)),
                ("budgets", models.JSONField(default=dict)),
            ],
            options={"db_table": "cell"},
        ),
        migrations.CreateModel(
            name="CellNode",
            fields=[
                ("name", models.CharField(max_length=80, primary_key=True, serialize=False)),
                ("cell", models.CharField(max_length=40)),
                ("host", models.CharField(max_length=80)),
                ("slots", models.IntegerField(default=0)),
                (
                    "state",
                    models.CharField(
                        choices=[("up", "Up"), ("draining", "Draining"), ("drained", "Drained")],
                        default="up",
                        max_length=8,
                    ),
                ),
                ("state_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ("seen_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"db_table": "cell_node"},
        ),
        migrations.CreateModel(
            name="PollShare",
            fields=[
                (
                    "platform",
                    models.CharField(choices=PLATFORMS, max_length=10, primary_key=True, serialize=False),
                ),
                ("share", models.FloatField()),
                ("set_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"db_table": "poll_share"},
        ),
        migrations.AddConstraint(
            model_name="cell",
            constraint=models.UniqueConstraint(
                condition=models.Q(("active", True)), fields=("active",), name="one_active_cell"
            ),
        ),
        migrations.AddConstraint(
            model_name="pollshare",
            constraint=models.CheckConstraint(
                condition=models.Q(("share__gt", 0), ("share__lte", 1)), name="a_share_of_the_budget"
            ),
        ),
        migrations.AddField(
            model_name="venuewatch",
            name="cell",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField(
            model_name="venuewatch",
            name="assigned",
            field=models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField(
            model_name="venuewatch",
            name="trouble",
            field=models.CharField(blank=True, db_default="", default="", max_length=16),
        ),
        migrations.AddField(
            model_name="venuewatch", name="trouble_at", field=models.DateTimeField(null=True)
        ),
        migrations.AddField(
            model_name="venuewatch", name="retry_at", field=models.DateTimeField(null=True)
        ),
    ]
