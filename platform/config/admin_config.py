"""The app config that replaces Django's admin site with ours.

It is not in admin_site.py, because that module imports models, and Django imports app configs before it loads models.
"""

from django.contrib.admin.apps import AdminConfig


class TablehawkAdminConfig(AdminConfig):
    """Django's admin with `config.admin_site.TablehawkAdmin` as its site."""

    default_site = "config.admin_site.TablehawkAdmin"
