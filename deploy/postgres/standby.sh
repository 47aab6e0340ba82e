#!/bin/sh
# Starts a standby; the first time, it copies the primary. Options are those of the server.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # PGDATA is a mounted folder, which can't be renamed. So a whole copy has a name of its own, and its files are moved.
  if [ ! -d "$PGDATA/copied" ]; then
    rm -rf "$PGDATA/copying"
    PGPASSWORD=$(cat "${REPLICATION_PASSWORD_FILE:-/run/secrets/replication_password}")
    export PGPASSWORD
    primary="host=$PRIMARY_HOST port=${PRIMARY_PORT:-5432} user=replicator application_name=merit_standby"
    # Of an earlier standby, or of a copy that was interrupted. One in use is refused here, and again by --create-slot.
    psql "$primary replication=true" --command "DROP_REPLICATION_SLOT merit_standby" || echo "making a new slot"
    pg_basebackup --dbname "$primary" --pgdata "$PGDATA/copying" \
      --create-slot --slot merit_standby --checkpoint fast --write-recovery-conf
    mv "$PGDATA/copying" "$PGDATA/copied"
  fi
  # The last one says that all are there.
  find "$PGDATA/copied" -mindepth 1 -maxdepth 1 ! -name PG_VERSION -exec mv -t "$PGDATA" {} +
  mv "$PGDATA/copied/PG_VERSION" "$PGDATA"
  rmdir "$PGDATA/copied"
  chmod 700 "$PGDATA"
fi
exec postgres "$@"
