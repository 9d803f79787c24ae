#!/bin/sh
# Copies $COPY, by default the newest backup, and its rows from the bucket to $COPIES.
set -eu
: "${COPIES:?}" "${BUCKET:?}"
export RCLONE_CONFIG=/dev/null

copy="${COPY:-$(rclone lsf "bucket:$BUCKET" --include 'tablehawk-*.dump' | sort | tail -n 1)}"
if [ -z "$copy" ]; then
    echo "There is no backup in bucket:$BUCKET." >&2
    exit 1
fi
name="${copy%.dump}"
rclone copy "bucket:$BUCKET" "$COPIES" --include "$name.dump" --include "$name.rows"
if [ ! -s "$COPIES/$name.dump" ]; then
    echo "There is no $copy in bucket:$BUCKET. Those that are there:" >&2
    rclone lsf "bucket:$BUCKET" --include 'tablehawk-*.dump' >&2
    exit 1
fi
echo "$COPIES/$name.dump: $(wc -c <"$COPIES/$name.dump") bytes"
