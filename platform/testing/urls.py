"""URLs of pages for development, below /dev/."""

from django.urls import path

from testing import mailbox

urlpatterns = [path("mailbox", mailbox.page)]
