"""Replaces Django's admin site. This module is separate because admin_site.py imports models, which load later."""

from django.contrib.admin.apps import AdminConfig


class TablehawkAdminConfig(AdminConfig):
    """Django's admin with `config.admin_site.TablehawkAdmin` as its site."""

    default_site = "config.admin_site.TablehawkAdmin"
