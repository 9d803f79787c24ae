import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import uuid
from django.conf import settings
from django.db import migrations, models

# The snipers insert attempts. These triggers hold for each of them, whatever its statement has checked.
# A request that only notifies books nothing.
NOTIFY_ONLY = """
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
# The unique index of groups that book one table compares attempts.
ONE_TABLE = """
    CREATE FUNCTION copy_one_table_of_group() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        NEW.one_table := coalesce((SELECT one_table FROM reservation_group WHERE id = NEW.group_id), false);
        RETURN NEW;
    END
    $$;
    CREATE TRIGGER one_table_of_group BEFORE INSERT ON attempt
        FOR EACH ROW EXECUTE FUNCTION copy_one_table_of_group();
"""
SWAPS = """
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
# `start_time` and `end_time` are the window that counts first. Windows that do not begin with it are ignored.
TIME_WINDOWS = """
    CREATE FUNCTION time_windows_of(first_start time, first_end time, windows jsonb)
    RETURNS TABLE (place int, start_time time, end_time time) LANGUAGE sql STABLE PARALLEL SAFE AS $$
        SELECT (ordinality - 1)::int, (value ->> 0)::time, (value ->> 1)::time
        FROM jsonb_array_elements(windows) WITH ORDINALITY
        WHERE (windows #>> '{0,0}')::time = first_start AND (windows #>> '{0,1}')::time = first_end
        UNION ALL
        SELECT 0, first_start, first_end
        WHERE (windows #>> '{0,0}')::time IS DISTINCT FROM first_start
           OR (windows #>> '{0,1}')::time IS DISTINCT FROM first_end
    $$;
"""
# The name of the channel on which the snipers listen is only here and in snipers/store.
DEMAND = """
    CREATE FUNCTION notify_demand(venue_id bigint) RETURNS void LANGUAGE sql AS $$
        SELECT pg_notify('demand', venue_id::text)
    $$;
"""


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('accounts', '0001_initial'),
        ('connections', '0001_initial'),
        ('venues', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Attempt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group_id', models.BigIntegerField()),
                ('one_table', models.BooleanField(db_default=False, default=False)),
                ('diner_key', models.CharField(max_length=40)),
                ('platform', models.CharField(max_length=10)),
                ('venue_id', models.BigIntegerField(help_text="Our venue row's id.")),
                ('platform_venue_id', models.BigIntegerField()),
                ('date', models.DateField()),
                ('meal', models.CharField(max_length=10)),
                ('slot_key', models.CharField(max_length=200)),
                ('slot_time', models.TimeField()),
                ('seating', models.CharField(blank=True, max_length=100)),
                ('party_size', models.PositiveSmallIntegerField()),
                ('state', models.CharField(choices=[('claimed', 'Claimed'), ('unknown', 'Unknown'), ('booked', 'Booked'), ('lost', 'Lost'), ('refused', 'Refused'), ('replaced', 'Replaced'), ('canceled', 'Canceled')], max_length=8)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('owner', models.CharField(help_text="The watcher's incarnation that claimed it.", max_length=80)),
                ('epoch', models.BigIntegerField()),
                ('known_before', models.JSONField(default=list)),
                ('seen_at', models.DateTimeField()),
                ('claimed_at', models.DateTimeField()),
                ('send_by', models.DateTimeField()),
                ('grace_until', models.DateTimeField()),
                ('first_absent_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('platform_reservation_id', models.CharField(max_length=64, null=True)),
                ('timings', models.JSONField(default=dict)),
                ('replaces', models.BigIntegerField(null=True)),
                ('old_booking_id', models.CharField(blank=True, db_default='', default='', max_length=64)),
                ('old_booking_gone_at', models.DateTimeField(null=True)),
                ('replacement_notified', models.BooleanField(db_default=True, default=True)),
                ('missing_since', models.DateTimeField(null=True)),
                ('cancel_requested_at', models.DateTimeField(null=True)),
                ('cancel_due_at', models.DateTimeField(null=True)),
                ('fee_cents', models.IntegerField(null=True)),
                ('cancel_fee_cents', models.IntegerField(null=True)),
                ('deposit_cents', models.IntegerField(null=True)),
                ('free_until', models.DateTimeField(null=True)),
                ('currency', models.CharField(blank=True, db_default='', default='', max_length=3)),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='attempts', to='connections.platformaccount')),
            ],
            options={
                'db_table': 'attempt',
            },
        ),
        migrations.CreateModel(
            name='CalendarFeed',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='calendar_feed', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('nonce', models.UUIDField(default=uuid.uuid4)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'calendar_feed',
            },
        ),
        migrations.CreateModel(
            name='CellNode',
            fields=[
                ('name', models.CharField(max_length=80, primary_key=True, serialize=False)),
                ('cell', models.CharField(max_length=40)),
                ('host', models.CharField(max_length=80)),
                ('slots', models.IntegerField(default=0)),
                ('state', models.CharField(choices=[('up', 'Up'), ('draining', 'Draining'), ('drained', 'Drained')], default='up', max_length=8)),
                ('state_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'cell_node',
            },
        ),
        migrations.CreateModel(
            name='OddsBaseline',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('parameters', models.JSONField()),
                ('venues', models.PositiveIntegerField()),
                ('fitted_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'odds_baseline',
            },
        ),
        migrations.CreateModel(
            name='TimelineEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('kind', models.CharField(max_length=20)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('slot_time', models.TimeField(null=True)),
                ('seating', models.CharField(blank=True, max_length=100)),
                ('party_size', models.PositiveSmallIntegerField(null=True)),
                ('duration_ms', models.FloatField(null=True)),
                ('checks', models.BigIntegerField(null=True)),
                ('tables', models.IntegerField(null=True)),
                ('over', models.JSONField(null=True)),
                ('attempt', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='timeline', to='reservations.attempt')),
            ],
            options={
                'verbose_name_plural': 'timeline',
                'db_table': 'timeline_entry',
            },
        ),
        migrations.CreateModel(
            name='ReservationGroup',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('diner_key', models.CharField(max_length=40)),
                ('snipe_type', models.CharField(choices=[('cancel', 'Cancel'), ('release', 'Release')], max_length=8)),
                ('party_size', models.PositiveSmallIntegerField()),
                ('start_time', models.TimeField()),
                ('end_time', models.TimeField()),
                ('time_windows', models.JSONField(blank=True, db_default=[], default=list)),
                ('final_snipe_date', models.DateField(blank=True, null=True)),
                ('release_date', models.DateField(blank=True, null=True)),
                ('release_time', models.TimeField(blank=True, null=True)),
                ('release_at', models.DateTimeField(blank=True, null=True)),
                ('override_reservations', models.BooleanField(default=False)),
                ('fee_ceiling_cents', models.PositiveIntegerField(default=0)),
                ('accepts_unknown_fee', models.BooleanField(db_default=False, default=False)),
                ('notify_only', models.BooleanField(db_default=False, default=False)),
                ('one_table', models.BooleanField(db_default=False, default=False)),
                ('continue_as_cancel', models.BooleanField(db_default=False, default=False)),
                ('swap_of', models.BigIntegerField(null=True)),
                ('trace', models.CharField(blank=True, db_default='', default='', max_length=55)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'reservation_group',
            },
        ),
        migrations.CreateModel(
            name='Reservation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('payment_method_id', models.CharField(blank=True, max_length=64, null=True)),
                ('date', models.DateField()),
                ('table_type', models.CharField(blank=True, help_text='Seating wanted; empty means any.', max_length=60)),
                ('table_types', models.JSONField(db_default=[], default=list)),
                ('choice', models.SmallIntegerField(db_default=0, default=0)),
                ('status', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused'), ('confirmed', 'Confirmed'), ('unsuccessful', 'Unsuccessful'), ('canceled', 'Canceled')], default='active', max_length=12)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('stop', models.CharField(blank=True, choices=[('pause', 'pause'), ('delete', 'delete')], max_length=6)),
                ('ends_at', models.DateTimeField()),
                ('revision', models.IntegerField(db_default=1, default=1)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('status_changed_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('account', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reservations', to='connections.platformaccount')),
            ],
            options={
                'db_table': 'reservation',
            },
        ),
        migrations.CreateModel(
            name='VenueWatch',
            fields=[
                ('venue', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='venues.venue')),
                ('epoch', models.BigIntegerField(default=0)),
                ('owner', models.CharField(max_length=80)),
                ('pid', models.IntegerField(default=0)),
                ('node', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(default='starting', max_length=16)),
                ('polls', models.BigIntegerField(default=0)),
                ('last_poll_at', models.DateTimeField(null=True)),
                ('started_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('heartbeat_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('failed_starts', models.IntegerField(db_default=0, default=0)),
                ('polled', models.BooleanField(db_default=False, default=False)),
                ('opened', models.FloatField(db_default=0.0, default=0.0)),
                ('watched', models.FloatField(db_default=0.0, default=0.0)),
                ('quarantined_until', models.DateTimeField(null=True)),
                ('quarantine_reason', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('schedule', models.JSONField(null=True)),
                ('cell', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('assigned', models.CharField(blank=True, db_default='', default='', max_length=40)),
                ('failure', models.CharField(blank=True, db_default='', default='', max_length=16)),
                ('failed_at', models.DateTimeField(null=True)),
                ('retry_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'venue watches',
                'db_table': 'venue_watch',
            },
        ),
        migrations.CreateModel(
            name='Cell',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('active', models.BooleanField(db_default=False, default=False)),
                ('state', models.CharField(choices=[('up', 'Up'), ('down', 'Down')], default='up', max_length=4)),
                ('since', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('seen_at', models.DateTimeField(null=True)),
                ('budgets', models.JSONField(default=dict)),
            ],
            options={
                'db_table': 'cell',
                'constraints': [models.UniqueConstraint(condition=models.Q(('active', True)), fields=('active',), name='one_active_cell')],
            },
        ),
        migrations.CreateModel(
            name='Client',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('first_name', models.CharField(max_length=100)),
                ('last_name', models.CharField(max_length=100)),
                ('email', models.EmailField(max_length=254)),
                ('phone', models.CharField(max_length=20)),
                ('zip_code', models.CharField(blank=True, max_length=12)),
                ('saved', models.BooleanField(db_default=True, default=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='clients', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'client',
            },
        ),
        migrations.CreateModel(
            name='ClientCard',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('platform_payment_id', models.CharField(max_length=64)),
                ('last_four', models.CharField(max_length=4)),
                ('expiry', models.CharField(help_text='MM/YYYY', max_length=7)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('account', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='client_cards', to='connections.platformaccount')),
                ('client', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='cards', to='reservations.client')),
            ],
            options={
                'db_table': 'client_card',
            },
        ),
        migrations.CreateModel(
            name='Opening',
            fields=[
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='reservations.timelineentry')),
                ('notified_at', models.DateTimeField(null=True)),
                ('shown_as', models.CharField(blank=True, db_default='', default='', max_length=8)),
            ],
            options={
                'db_table': 'opening',
            },
        ),
        migrations.CreateModel(
            name='PollShare',
            fields=[
                ('platform', models.CharField(choices=[('resy', 'Resy'), ('opentable', 'Opentable')], max_length=10, primary_key=True, serialize=False)),
                ('share', models.FloatField()),
                ('set_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'poll_share',
                'constraints': [models.CheckConstraint(condition=models.Q(('share__gt', 0), ('share__lte', 1)), name='a_share_of_the_budget')],
            },
        ),
        migrations.CreateModel(
            name='Rehearsal',
            fields=[
                ('group', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='rehearsal', serialize=False, to='reservations.reservationgroup')),
                ('requested_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
                ('steps', models.JSONField(default=list)),
            ],
            options={
                'db_table': 'rehearsal',
            },
        ),
        migrations.AddField(
            model_name='reservationgroup',
            name='client',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='groups', to='reservations.client'),
        ),
        migrations.AddField(
            model_name='reservationgroup',
            name='user',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reservation_groups', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='WatchState',
            fields=[
                ('reservation', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='reservations.reservation')),
                ('state', models.CharField(max_length=16)),
                ('checks', models.BigIntegerField(default=0)),
                ('last_check_at', models.DateTimeField(null=True)),
                ('next_check_at', models.DateTimeField(null=True)),
                ('interval_ms', models.IntegerField(default=0)),
                ('held_fee_cents', models.IntegerField(null=True)),
                ('held_time', models.TimeField(null=True)),
                ('updated_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                'db_table': 'watch_state',
            },
        ),
        migrations.AddField(
            model_name='timelineentry',
            name='reservation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='timeline', to='reservations.reservation'),
        ),
        migrations.AddField(
            model_name='reservation',
            name='group',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reservations', to='reservations.reservationgroup'),
        ),
        migrations.AddField(
            model_name='reservation',
            name='venue',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reservations', to='venues.venue'),
        ),
        migrations.CreateModel(
            name='Candidate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('group_id', models.BigIntegerField()),
                ('slot_key', models.CharField(max_length=200)),
                ('slot_time', models.TimeField()),
                ('seating', models.CharField(blank=True, max_length=100)),
                ('level', models.IntegerField()),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('reservation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='reservations.reservation')),
            ],
            options={
                'db_table': 'candidate',
            },
        ),
        migrations.AddField(
            model_name='attempt',
            name='reservation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='reservations.reservation'),
        ),
        migrations.CreateModel(
            name='SeenOpening',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('party_size', models.PositiveSmallIntegerField()),
                ('seen_at', models.DateTimeField()),
                ('lead', models.SmallIntegerField()),
                ('part', models.SmallIntegerField()),
                ('slots', models.JSONField()),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen_openings', to='venues.venue')),
            ],
            options={
                'db_table': 'seen_opening',
            },
        ),
        migrations.CreateModel(
            name='SeenTerms',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('party_size', models.PositiveSmallIntegerField()),
                ('slot_date', models.DateField()),
                ('slot_time', models.TimeField()),
                ('cancel_fee_cents', models.IntegerField()),
                ('deposit_cents', models.IntegerField()),
                ('currency', models.CharField(blank=True, db_default='', default='', max_length=3)),
                ('free_until', models.DateTimeField(null=True)),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seen_terms', to='venues.venue')),
            ],
            options={
                'verbose_name_plural': 'seen terms',
                'db_table': 'seen_terms',
            },
        ),
        migrations.CreateModel(
            name='SwapOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('date', models.DateField()),
                ('slot_time', models.TimeField()),
                ('seating', models.CharField(blank=True, max_length=100)),
                ('seen_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('dismissed_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('looking', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='swap_offers', to='reservations.reservation')),
                ('old', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='swap_offers', to='reservations.attempt')),
                ('swap', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='swap_offers', to='reservations.reservationgroup')),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='venues.venue')),
            ],
            options={
                'db_table': 'swap_offer',
            },
        ),
        migrations.CreateModel(
            name='WatchedTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('service_date', models.DateField()),
                ('party_size', models.PositiveSmallIntegerField()),
                ('lead', models.SmallIntegerField()),
                ('part', models.SmallIntegerField()),
                ('seconds', models.FloatField()),
                ('venue', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='watched_times', to='venues.venue')),
            ],
            options={
                'db_table': 'watched_time',
            },
        ),
        migrations.CreateModel(
            name='WeeklyRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('for_client', models.BooleanField(default=False)),
                ('status', models.CharField(choices=[('active', 'Active'), ('paused', 'Paused'), ('ended', 'Ended')], default='active', max_length=6)),
                ('weekdays', django.contrib.postgres.fields.ArrayField(base_field=models.SmallIntegerField(), size=None)),
                ('first_week', models.DateField()),
                ('until', models.DateField()),
                ('venues', models.JSONField()),
                ('account_ids', models.JSONField()),
                ('card_ids', models.JSONField(default=dict)),
                ('party_size', models.PositiveSmallIntegerField()),
                ('start_time', models.TimeField()),
                ('end_time', models.TimeField()),
                ('time_windows', models.JSONField(db_default=[], default=list)),
                ('final_days_before', models.SmallIntegerField(null=True)),
                ('override_reservations', models.BooleanField(default=False)),
                ('fee_ceiling_cents', models.PositiveIntegerField(default=0)),
                ('notify_only', models.BooleanField(default=False)),
                ('one_table', models.BooleanField(default=False)),
                ('snipe_type', models.CharField(choices=[('cancel', 'Cancel'), ('release', 'Release')], db_default='cancel', default='cancel', max_length=8)),
                ('continue_as_cancel', models.BooleanField(db_default=False, default=False)),
                ('release_days_before', models.SmallIntegerField(null=True)),
                ('release_time', models.TimeField(null=True)),
                ('release_zone', models.CharField(db_default='America/New_York', default='America/New_York', max_length=40)),
                ('next_week', models.DateField(null=True)),
                ('due_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('client', models.ForeignKey(blank=True, db_constraint=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='weekly_rules', to='reservations.client')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='weekly_rules', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'weekly_rule',
            },
        ),
        migrations.CreateModel(
            name='WeeklyOccurrence',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('week', models.DateField()),
                ('status', models.CharField(choices=[('filed', 'Filed'), ('refused', 'Refused')], max_length=7)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('message', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField()),
                ('group', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='weekly_occurrence', to='reservations.reservationgroup')),
                ('rule', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='occurrences', to='reservations.weeklyrule')),
            ],
            options={
                'db_table': 'weekly_occurrence',
            },
        ),
        migrations.CreateModel(
            name='Outcome',
            fields=[
                ('attempt', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, serialize=False, to='reservations.attempt')),
                ('kind', models.CharField(max_length=8)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('notified_at', models.DateTimeField(null=True)),
            ],
            options={
                'db_table': 'outcome',
                'indexes': [models.Index(condition=models.Q(('notified_at__isnull', True)), fields=['created_at'], name='outcomes_unpublished')],
            },
        ),
        migrations.AddConstraint('client', models.UniqueConstraint(fields=('owner', 'email'), name='one_client_for_each_email')),
        migrations.AddConstraint('clientcard', models.UniqueConstraint(fields=('client', 'account'), name='one_card_for_each_client_and_account')),
        migrations.AddField(
            model_name='opening',
            name='reservation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='openings', to='reservations.reservation'),
        ),
        migrations.AddIndex('reservationgroup', models.Index(fields=['user', '-id'], name='groups_of_user')),
        migrations.AddIndex('reservationgroup', models.Index(condition=models.Q(('continue_as_cancel', True), ('snipe_type', 'release')), fields=['release_at'], name='releases_that_continue')),
        migrations.AddIndex('reservationgroup', models.Index(condition=models.Q(('swap_of__isnull', False)), fields=['swap_of'], name='groups_of_a_table')),
        migrations.AddConstraint('reservationgroup', models.CheckConstraint(condition=models.Q(('party_size__gte', 1), ('party_size__lte', 20)), name='party_size_is_sane')),
        migrations.AddConstraint('reservationgroup', models.CheckConstraint(condition=models.Q(('end_time__gt', models.F('start_time'))), name='window_runs_forward')),
        migrations.AddIndex('timelineentry', models.Index(fields=['reservation', 'id'], name='timeline_of_reservation')),
        migrations.AddIndex('timelineentry', django.contrib.postgres.indexes.BrinIndex(fields=['at'], name='timeline_by_time')),
        migrations.AddIndex('reservation', models.Index(condition=models.Q(('status', 'active')), fields=['venue'], name='active_requests_of_venue')),
        migrations.AddIndex('reservation', models.Index(condition=models.Q(('status__in', ['active', 'paused'])), fields=['ends_at'], name='open_requests_by_end')),
        migrations.AddConstraint('reservation', models.UniqueConstraint(condition=models.Q(('status__in', ['active', 'paused', 'confirmed'])), fields=('group', 'venue', 'date'), name='one_request_for_each_venue_and_date')),
        migrations.AddIndex('candidate', models.Index(fields=['group_id'], name='candidates_of_group')),
        migrations.AddConstraint('candidate', models.UniqueConstraint(fields=('reservation', 'slot_key'), name='one_candidate_for_each_request_and_slot')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('state__in', ['claimed', 'unknown'])), fields=['venue_id'], name='open_attempts_of_venue')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('old_booking_gone_at__isnull', True), ('state__in', ['booked', 'replaced']), models.Q(('old_booking_id', ''), _negated=True)), fields=['venue_id'], name='pending_cancellations_of_venue')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('state', 'booked')), fields=['account', 'date'], name='booked_of_account')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('cancel_requested_at__isnull', False), ('state', 'booked')), fields=['cancel_due_at'], name='cancellations_due')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('free_until__isnull', False), ('state', 'booked')), fields=['free_until'], name='free_cancellations_by_end')),
        migrations.AddIndex('attempt', models.Index(condition=models.Q(('replacement_notified', False)), fields=['id'], name='replaced_unpublished')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown', 'booked'])), fields=('reservation',), name='one_live_attempt')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown', 'booked'])), fields=('group_id', 'date'), name='one_table_for_each_group_date')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('one_table', True), ('state__in', ['claimed', 'unknown', 'booked'])), fields=('group_id',), name='one_table_for_each_one_table_group')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown', 'booked']), models.Q(('replaces__isnull', False), _negated=True)), fields=('diner_key', 'date', 'meal'), name='one_table_for_each_diner_meal')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown', 'booked']), ('replaces__isnull', False)), fields=('diner_key', 'date', 'meal'), name='one_override_for_each_diner_meal')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown'])), fields=('slot_key',), name='one_call_for_each_slot')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('state__in', ['claimed', 'unknown'])), fields=('account', 'venue_id', 'date', 'slot_time', 'party_size'), name='one_call_for_each_line_of_a_list')),
        migrations.AddConstraint('attempt', models.UniqueConstraint(condition=models.Q(('platform_reservation_id__isnull', False), models.Q(('state', 'replaced'), _negated=True)), fields=('platform', 'platform_reservation_id', 'platform_venue_id'), name='one_attempt_for_each_platform_booking')),
        migrations.AddIndex('seenopening', models.Index(fields=['venue', '-seen_at'], name='seen_openings_of_venue')),
        migrations.AddConstraint('seenopening', models.UniqueConstraint(fields=('venue', 'service_date', 'party_size', 'seen_at'), name='one_row_for_each_answer_with_openings')),
        migrations.AddConstraint('seenterms', models.UniqueConstraint(fields=('venue', 'party_size'), name='one_row_of_terms_for_each_venue_and_party')),
        migrations.AddIndex('swapoffer', models.Index(condition=models.Q(('finished_at__isnull', True), ('swap__isnull', False)), fields=['swap'], name='swaps_under_way')),
        migrations.AddConstraint('swapoffer', models.UniqueConstraint(fields=('old', 'venue', 'date', 'slot_time', 'seating'), name='one_offer_for_each_table_and_slot')),
        migrations.AddConstraint('watchedtime', models.UniqueConstraint(fields=('venue', 'service_date', 'party_size', 'lead', 'part'), name='one_row_for_each_watched_time')),
        migrations.AddIndex('weeklyrule', models.Index(condition=models.Q(('status', 'active')), fields=['due_at'], name='weekly_rules_due')),
        migrations.AddConstraint('weeklyoccurrence', models.UniqueConstraint(fields=('rule', 'week'), name='one_request_for_each_rule_and_week')),
        migrations.AddIndex('opening', models.Index(condition=models.Q(('notified_at__isnull', True)), fields=['entry'], name='openings_unpublished')),
        migrations.RunSQL(NOTIFY_ONLY, "DROP FUNCTION refuse_attempt_of_notify_only() CASCADE"),
        migrations.RunSQL(ONE_TABLE, "DROP FUNCTION copy_one_table_of_group() CASCADE"),
        migrations.RunSQL(SWAPS, "DROP FUNCTION admit_attempt_of_swap() CASCADE; DROP FUNCTION release_key_of_swap() CASCADE;"),
        migrations.RunSQL(TIME_WINDOWS, "DROP FUNCTION time_windows_of(time, time, jsonb)"),
        migrations.RunSQL(DEMAND, "DROP FUNCTION notify_demand(bigint)"),
    ]
