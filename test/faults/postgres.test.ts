import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { takeDatabase } from "@merit/core/testing/postgres.ts";
import { startPostgres } from "@merit/core/testing/postgres-server.ts";
import { expect, onTestFinished, test } from "vitest";
import { merit } from "../../cli/src/testing/cli.ts";
import { postgres } from "../../scripts/lib/postgres.ts";
import { Book } from "../support/book.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";

test("a service moves from its file to PostgreSQL, is killed there under load, and goes back to a dump: each reward is paid once", async () => {
  const bin = await postgres();
  const server = await startPostgres(bin);
  onTestFinished(() => server.stop());
  const database = async () => await takeDatabase(server.folder).url;
  const world = await startWorld();
  const book = await Book.open(world);
  await book.issue(40);
  await book.expectExact();
  // Some of these are still to be paid when the service stops.
  await book.issue(40);
  await world.server.kill("SIGTERM");

  world.databaseUrl = await database();
  const env = { DATABASE_URL: world.databaseUrl };
  const moved = await merit(["migrate", "sqlite-to-postgres", "--data", world.folder], { env });
  expect(moved).toMatchObject({ code: 0, out: expect.stringMatching(/^reward_issuances +80 /m) });
  await world.startServer();
  await book.expectExact();

  for (let kills = 0; kills < 3; kills++) {
    const before = await newestPaid(book);
    const asked = book.issue(60);
    asked.catch(() => undefined);
    await until(async () => ((await newestPaid(book)) > before ? true : undefined));
    await world.server.kill("SIGKILL");
    await world.startServer();
    await asked;
  }
  await book.expectExact();

  const dump = join(world.folder, "dump");
  execFileSync(join(bin, "pg_dump"), ["--format=custom", `--file=${dump}`, world.databaseUrl]);
  await book.issue(40);
  await book.expectExact();
  await world.server.kill("SIGTERM");
  world.databaseUrl = await database();
  const restore = ["--clean", "--if-exists", "--exit-on-error", `--dbname=${world.databaseUrl}`, dump];
  execFileSync(join(bin, "pg_restore"), restore);
  await world.startServer();
  // Merchants send again what they issued since the dump.
  await book.send(book.rewards);
  await book.issue(20);
  await book.expectExact();

  world.databaseUrl = null;
  await world.server.kill("SIGTERM");
  world.spawnServer();
  await world.server.exited();
  expect(world.server.output).toContain("This database was moved to PostgreSQL: set DATABASE_URL");
});

/** The newest reward of a merchant that is paid. */
async function newestPaid(book: Book): Promise<number> {
  const { body } = await book.merchant().get("/rewards/issuances?status=confirmed&limit=1");
  return body.data[0].id;
}
