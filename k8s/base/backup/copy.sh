#!/bin/sh
# Writes a consistent backup of the database to $COPIES, then deletes old ones. A failed backup leaves no file.
# The backup does not contain SEAL_KEYS, without which its sealed tokens are useless.
set -eu
umask 077
: "${DATABASE_URL:?}" "${COPIES:?}" "${KEEP_DAYS:?}" "${KEEP_AT_LEAST:?}"

made="$COPIES/tablehawk-$(date -u +%Y%m%d-%H%M%S).dump"
rm -f "$COPIES"/*.unfinished # of a killed run; runs never overlap
trap 'rm -f "$made.unfinished"' EXIT
pg_dump --format=custom --no-owner --no-privileges --file="$made.unfinished" --dbname="$DATABASE_URL"
# Reads the whole backup, so a truncated one or one of the wrong database fails here.
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
