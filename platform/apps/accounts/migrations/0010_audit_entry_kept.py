from django.db import migrations

REFUSE = """
    CREATE TRIGGER audit_entry_never_emptied BEFORE TRUNCATE ON audit_entry
        FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_only_added();
"""
ALLOW = "DROP TRIGGER audit_entry_never_emptied ON audit_entry;"


class Migration(migrations.Migration):

    dependencies = [("accounts", "0009_confirm_existing_users")]

    operations = [migrations.RunSQL(REFUSE, ALLOW)]
