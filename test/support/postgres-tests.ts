// Which tests run on one database only, and why. All others of core, the API and the indexer that have a database run on both.
//
// The whole systems of `test` run on SQLite, except postgres, processes, rolling-upgrade and take-over in `test/faults`: they drive the same code, whose statements
// and units the tests of core run on both, and these four cover what the database adds, which is crashes, dumps, and several processes of two versions.

/** The engine of PostgreSQL, and the move to it. */
export const onPostgresOnly = [
  "core/src/store/db/postgres/*.test.ts",
  "core/src/operations/moving/*.test.ts",
  "cli/src/commands/migrate.test.ts",
];

/** Files, each with its reason. */
export const notOnPostgres: Record<string, string> = {
  "core/src/store/db/sqlite/*.test.ts": "SQLite's engine, its file and its log",
  "core/src/**/indexes.test.ts": "SQLite's query plans",
  "core/src/operations/backups/*.test.ts": "copies of the file; PostgreSQL has pg_dump and its own archive",
  "api/src/routes/admin/backups.test.ts": "as above",
  "api/src/{docs,openapi,web}/{document,page,pages}.test.ts":
    "the description and the pages, which no database has a part in",
  "api/src/{server,http/server-limits,routes/unknown-fields}.test.ts":
    "connections and bodies, which end before a database is asked",
  "api/src/routes/access.test.ts": "who may call, which every other test of the API asks as well with one caller",
  "api/src/routes/turns.test.ts":
    "SQLite's statements, which keep the event loop while they run; PostgreSQL's run in a process of its own",
};
