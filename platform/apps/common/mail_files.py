"""The e-mail backend of development: writes e-mails to files that only their owner can read, because some of them
contain links that reset passwords."""

import os
from pathlib import Path
from typing import Any

from django.core.mail.backends.filebased import EmailBackend


class PrivateFiles(EmailBackend):
    """Django's file backend with a folder of mode 0700 and files of mode 0600."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        Path(self.file_path).chmod(0o700)

    def open(self) -> bool:
        if self.stream is not None:
            return False
        handle = os.open(self._get_filename(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.stream = os.fdopen(handle, "ab")
        return True
