#!/bin/sh
# Copies the backups of $COPIES to the bucket, compares them, and deletes those that are older than BUCKET_KEEP_DAYS there.
set -eu
: "${COPIES:?}" "${BUCKET:?}" "${BUCKET_KEEP_DAYS:?}"
export RCLONE_CONFIG=/dev/null

set -- --include 'tablehawk-*.dump' --include 'tablehawk-*.rows'
# A backup never changes, so a file with the same name and another content is an error.
rclone copy "$COPIES" "bucket:$BUCKET" "$@" --immutable
rclone check "$COPIES" "bucket:$BUCKET" "$@" --one-way
rclone delete "bucket:$BUCKET" "$@" --min-age "${BUCKET_KEEP_DAYS}d"
echo "bucket:$BUCKET: $(rclone lsf "bucket:$BUCKET" --include 'tablehawk-*.dump' | wc -l) backups"
