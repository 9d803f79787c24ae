"""Replaces Django's admin site. Separate from admin_site.py, which imports models and therefore loads later."""

from django.contrib.admin.apps import AdminConfig


class TablehawkAdminConfig(AdminConfig):
    """Django's admin with `config.admin_site.TablehawkAdmin` as its site."""

    default_site = "config.admin_site.TablehawkAdmin"
