"""`prune.py FOLDER LIST`: deletes files that an image's programs do not use from a folder of the image.

A line of the list is `[?] PATTERN [! KEPT ...]  # reason`: a glob relative to the folder, and names that are kept. A
pattern that matches nothing is an error, so that the list is updated when the packages change; a pattern after a
question mark may match nothing.
"""

import shutil
import sys
from fnmatch import fnmatch
from pathlib import Path

MB = 1_000_000


def main(folder: Path, patterns: Path) -> int:
    """Delete the matches of all patterns, and print the megabytes of each pattern. Return 1 if a pattern matches
    nothing.
    """
    code = 0
    for line in patterns.read_text().splitlines():
        rule = line.partition("#")[0].strip()
        if not rule:
            continue
        pattern, _, kept = rule.removeprefix("?").partition("!")
        size = delete(folder, pattern.strip(), kept=kept.split())
        if size is None and rule.startswith("?"):
            continue
        if size is None:
            sys.stderr.write(f"{patterns.name}: {pattern.strip()} matches nothing\n")
            code = 1
        else:
            sys.stdout.write(f"{size / MB:7.1f} MB  {rule}\n")
    return code


def delete(folder: Path, pattern: str, *, kept: list[str]) -> int | None:
    """Delete the matches of a pattern except names that match `kept`. Return the number of deleted bytes, None without
    a match.
    """
    found = [path for path in folder.glob(pattern) if not any(fnmatch(path.name, name) for name in kept)]
    size = 0
    for path in found:
        if path.is_dir() and not path.is_symlink():
            size += sum(one.lstat().st_size for one in path.rglob("*") if not one.is_dir())
            shutil.rmtree(path)
        elif path.exists() or path.is_symlink():  # not deleted with its folder already
            size += path.lstat().st_size
            path.unlink()
    return size if found else None


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
