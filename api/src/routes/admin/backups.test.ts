import { askFor } from "@merit/core/context/recurring.ts";
import { recurringJobs } from "@merit/core/operations/recurring-jobs/all.ts";
import { startRecurringJobs } from "@merit/core/operations/recurring-jobs/run.ts";
import * as rows from "@merit/core/operations/recurring-jobs/store.ts";
import { expect, it } from "vitest";
import { startService } from "../../testing/service.ts";

it("makes a backup on request, once for many requests, and lists it", async () => {
  await using service = await startService();
  const { accessToken: token } = await service.admin();
  const { context, folder } = service.world;
  // The test's database lies where the folder of its network would be.
  Object.assign(context, { settings: { ...context.settings, dataDir: folder } });
  const backupJobs = recurringJobs.filter(({ name }) => name === "backup");
  const list = async () => (await service.call("GET /api/admin/jobs", { token })).body.backups;
  expect(await list()).toEqual([]);
  const recurring = await startRecurringJobs(context, backupJobs);
  const headers = { "Idempotency-Key": "before-release" };
  const ask = () => service.call("POST /api/admin/jobs/backup/run", { token, headers });
  expect((await Promise.all([ask(), ask()])).map(({ status }) => status)).toEqual([202, 202]);
  const row = () => context.db.read((store) => rows.byName(store, "backup"));
  while (!(await row())?.last_finished_at) await new Promise((resolve) => setImmediate(resolve));
  await recurring.stop();
  expect((await row())?.last_error).toBeNull();
  expect(await list()).toMatchObject([{ file: expect.stringMatching(/^merit-.*\.db$/), sha256: expect.any(String) }]);
  const { body } = await service.call("GET /api/admin/audit-log?action=job.run&subject=job:backup", { token });
  expect(body.data).toHaveLength(1);

  const held = await context.db.commit(async (store) => {
    const now = new Date();
    await askFor(store, "backup", now);
    return rows.claim(store, { name: "backup", now });
  });
  expect(held).toBeDefined();
  const busy = await service.call("POST /api/admin/jobs/backup/run", { token });
  expect(busy.body).toMatchObject({ status: 409, code: "job_running" });
});
