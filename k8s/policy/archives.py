"""Makes archives whose bytes depend only on the names and contents of their files and on a given time."""

import gzip
import io
import tarfile
from collections.abc import Mapping


def tar(files: Mapping[str, bytes], *, epoch: int) -> bytes:
    """Return a tar archive of the files. `epoch` is the modification time of all files in unix seconds."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name in sorted(files):
            one = tarfile.TarInfo(name)
            one.size, one.mtime, one.mode = len(files[name]), epoch, 0o644
            archive.addfile(one, io.BytesIO(files[name]))
    return packed.getvalue()


def tar_gz(files: Mapping[str, str], *, prefix: str, epoch: int) -> bytes:
    """Return a .tar.gz of text files in a folder with the name `prefix`. `epoch` is as in tar()."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=epoch, filename="") as zipped:
        zipped.write(tar({f"{prefix}/{name}": text.encode() for name, text in files.items()}, epoch=epoch))
    return packed.getvalue()
