import hashlib
import hmac

from django.conf import settings
from django.db import migrations


def mark_trials(apps, schema_editor):
    """Mark the e-mail addresses and phones of users who have had a trial.

    Before this release, they were marked only when a user closed the account.
    """
    used = apps.get_model("billing", "UsedTrial").objects
    users = apps.get_model("accounts", "User").objects.filter(has_had_free_trial=True, is_active=True)
    key = settings.SECRET_KEY.encode()
    for user in users.order_by("pk").iterator(chunk_size=1000):
        known = [f"email:{user.email.lower()}", f"phone:{user.phone}" if user.phone else ""]
        marks = [hmac.new(key, text.encode(), hashlib.sha256).hexdigest() for text in known if text]
        used.bulk_create([used.model(mark=mark, user_id=user.pk) for mark in marks], ignore_conflicts=True)


class Migration(migrations.Migration):

    dependencies = [
        ('billing', '0003_used_trial_user'),
    ]

    operations = [
        migrations.RunPython(mark_trials, migrations.RunPython.noop),
    ]
