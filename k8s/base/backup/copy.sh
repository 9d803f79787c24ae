#!/bin/sh
# One copy of the database in $COPIES, complete as of one instant, whole or not there; then the old ones are swept.
# Sealed tokens in it are of no use without SEAL_KEYS, which are never in it.
set -eu
umask 077
: "${DATABASE_URL:?}" "${COPIES:?}" "${KEEP_DAYS:?}" "${KEEP_AT_LEAST:?}"

made="$COPIES/tablehawk-$(date -u +%Y%m%d-%H%M%S).dump"
rm -f "$COPIES"/*.unfinished # of a turn that was killed; two never run at once
trap 'rm -f "$made.unfinished"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file="$made.unfinished" --dbname="$DATABASE_URL"
# Reads all of it: one that was cut short fails here, not on the day it is needed. So does one of the wrong database.
pg_restore --file=/dev/null "$made.unfinished"
pg_restore --list "$made.unfinished" | grep -q ' TABLE DATA public app_user ' || {
    echo "This database has no accounts in it: not ours, or not migrated." >&2
    exit 1
}
mv "$made.unfinished" "$made"
echo "$made: $(wc -c <"$made") bytes"

find "$COPIES" -name 'tablehawk-*.dump' | sort -r | tail -n "+$((KEEP_AT_LEAST + 1))" | while read -r old; do
    find "$old" -mtime "+$KEEP_DAYS" -print -delete
done
