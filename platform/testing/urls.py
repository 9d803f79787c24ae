"""URLs of the test equipment, below /dev/."""

from django.urls import path

from testing import mailbox

urlpatterns = [path("mailbox", mailbox.page)]
