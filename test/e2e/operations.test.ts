import { expect, test } from "vitest";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

const EMAIL = "ops@example.com";
/** No nightly backup comes in between. */
const ENV = { BACKUP_SCHEDULE: "off" };

/** The first administrator, as the operator makes one, and a caller with their token. */
async function administrator(world: World) {
  const machine = new Cli(world.api.base);
  const onMachine = (...args: string[]) => machine.json(...args, "--data", world.folder);
  const { password } = await onMachine("admin", "create", "--email", EMAIL);
  const login = async () => {
    const { body } = await world.api.post("/auth/login", { email: EMAIL, password });
    return { authorization: `Bearer ${body.accessToken}` };
  };
  let session = await login();
  return {
    onMachine,
    get: (path: string) => world.api.send("GET", path, undefined, session),
    post: (path: string, body?: unknown, key?: string) =>
      world.api.post(path, body, { ...session, ...(key && { "idempotency-key": key }) }),
    async loginAgain() {
      session = await login();
    },
  };
}

test("funds a merchant on the ledger once, runs jobs, and restores a backup without paying twice", async () => {
  const world = await startWorld(ENV);
  const admin = await administrator(world);
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  const { body: self } = await merchant.get("/merchants/me");

  const fund = () => admin.post(`/admin/merchants/${self.id}/fund`, { amount: "250" }, "invoice-1");
  expect((await Promise.all([fund(), fund()])).map(({ status }) => status)).toEqual([202, 202]);
  const grants = async () => (await admin.get(`/admin/merchants/${self.id}`)).body.grants.data;
  const grant = await until(async () => (await grants()).find((row: { status: string }) => row.status === "confirmed"));
  expect(grant).toMatchObject({ amount: "250", tx_hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await grants()).toHaveLength(1);

  const job = async (name: string) =>
    (await admin.get("/admin/jobs")).body.data.find((row: { name: string }) => row.name === name);
  await until(async () => ((await job("prune")).last_status === "succeeded" ? true : undefined));

  const pay = async (idempotency_key: string) => {
    const reward = { idempotency_key, campaign_id, wallet_address: wallet.address, amount: "7" };
    const { status, body } = await merchant.post("/rewards/issue", reward);
    if (body.id) await world.settled(merchant, body.id, "confirmed");
    return { status, body };
  };
  const paid = (rewards: number) => BigInt(rewards) * 70_000_000n;
  await pay("before");
  expect((await admin.post("/admin/jobs/backup/run")).status).toBe(202);
  const backups = async () => (await admin.get("/admin/jobs")).body.backups;
  const first = await until(async () => (await backups())[0]);

  // The ledger has made no further payments: after the restore everything continues.
  const restore = async ({ file }: { file: string }) => {
    await world.server.kill("SIGTERM");
    return admin.onMachine("restore", `${world.folder}/local/backups/${file}`);
  };
  expect(await restore(first)).toMatchObject({ as_of: first.created_at, sessions_ended: 1 });
  await world.startServer(ENV);
  expect((await admin.get("/admin/jobs")).status).toBe(401);
  await admin.loginAgain();
  expect(await grants()).toMatchObject([{ id: grant.id, status: "confirmed" }]);
  expect((await merchant.get("/rewards/issuances")).body.data).toMatchObject([{ idempotency_key: "before" }]);
  expect((await pay("after")).status).toBe(202);

  // Now it has: payments since then are found by the contract's marks, and aren't made again when the merchant repeats them.
  await restore(first);
  await world.startServer(ENV);
  expect(await wallet.balance(world.asset)).toBe(paid(2));
  expect(await pay("after")).toMatchObject({ status: 200, body: { status: "confirmed" } });
  expect((await pay("later")).status).toBe(202);
  expect(await wallet.balance(world.asset)).toBe(paid(3));
  await admin.loginAgain();
  const { body: log } = await admin.get("/admin/audit-log");
  expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
    "payouts.rebuild",
    "backup.restore",
    "job.run",
    "merchant.fund",
    "user.role",
  ]);
});
