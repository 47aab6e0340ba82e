// Runs once for all tests on PostgreSQL.
import { TEST_POSTGRES } from "@merit/core/testing/postgres.ts";
import { startPostgres } from "@merit/core/testing/postgres-server.ts";
import { postgres } from "../../scripts/lib/postgres.ts";

export default async function setup(): Promise<() => Promise<void>> {
  const server = await startPostgres(await postgres());
  process.env[TEST_POSTGRES] = server.folder;
  return () => server.stop();
}
