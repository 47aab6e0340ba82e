import { takeDatabase } from "@merit/core/testing/postgres.ts";
import { startPostgres } from "@merit/core/testing/postgres-server.ts";
import { expect, onTestFinished, test } from "vitest";
import { TestSocket } from "../../api/src/testing/socket.ts";
import { merit } from "../../cli/src/testing/cli.ts";
import { postgres } from "../../scripts/lib/postgres.ts";
import { bundled } from "../support/bundle.ts";
import { startWorld } from "../support/fixture.ts";

const EMAIL = "ops@example.com";

test("the worker's job has the leaderboard pushed by each API, which are processes of their own", async () => {
  const server = await startPostgres(await postgres());
  onTestFinished(() => server.stop());
  const databaseUrl = await takeDatabase(server.folder).url;
  const one = await startWorld({}, { databaseUrl, program: [bundled, "serve", "api"], unstarted: true });
  const two = await one.clone();
  onTestFinished(() => two.end());
  two.program = one.program;
  const worker = one.spawn("worker", [bundled, "serve", "worker"]);
  onTestFinished(() => void worker.kill());
  await worker.printed(/is ready on local/);
  for (const each of [one, two]) await each.startServer({}, "health");

  const created = await merit(["admin", "create", "--email", EMAIL, "--data", one.folder, "--json"], {
    env: { DATABASE_URL: databaseUrl },
  });
  const { password } = JSON.parse(created.out);
  const { body: login } = await one.api.post("/auth/login", { email: EMAIL, password });
  const clients = await Promise.all(
    [one, two].map(({ port }) => TestSocket.login(`http://127.0.0.1:${port}`, login.accessToken)),
  );
  onTestFinished(() => {
    for (const client of clients) client[Symbol.dispose]();
  });
  const asked = await one.api.post("/admin/jobs/leaderboard/run", {}, { authorization: `Bearer ${login.accessToken}` });
  expect(asked.status).toBeLessThan(300);
  for (const client of clients) expect(await client.next()).toMatchObject({ event: "leaderboard:update" });
});
