import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

/** `merit audit --json` on the data of a world. */
async function audit(world: World, ...options: string[]) {
  const cli = new Cli(world.api.base, { MERIT_RPC_URL: world.ledger.url });
  const { code, stdout, stderr } = await cli.run("audit", "--data", world.folder, "--json", ...options);
  const result = stdout === "" ? undefined : JSON.parse(stdout);
  const kinds = result?.differences.map(({ kind }: { kind: string }) => kind).toSorted();
  return { code, result, kinds, stderr };
}

const HEALTHY = { code: 0, kinds: [], stderr: "" };

async function pay(world: World, merchant: Http, campaign_id: number, wallet: Wallet, keys: string[]): Promise<void> {
  for (const idempotency_key of keys) {
    const reward = { idempotency_key, campaign_id, wallet_address: wallet.address, amount: "7" };
    const { body } = await merchant.post("/rewards/issue", reward);
    await world.settled(merchant, body.id, "confirmed");
  }
}

/** Waits until the service has indexed the events of so many payments. */
const indexed = (merchant: Http, count: number) =>
  until(async () => {
    const { body } = await merchant.get("/contract-events?type=reward&limit=100");
    const payments = body.data.flatMap(({ data }: { data: { payments: unknown[] } }) => data.payments);
    return payments.length === count ? true : undefined;
  });

test("finds nothing in a working service, and everything that was changed in its database", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const first = await world.campaign(merchant);
  const second = await world.campaign(merchant);
  await pay(world, merchant, first, wallet, ["a", "b", "c"]);
  await pay(world, merchant, second, wallet, ["d"]);
  const vouchers = await merchant.post(`/campaigns/${second}/vouchers`, { count: 2, amount: "5" });
  expect(vouchers.status).toBe(201);
  await indexed(merchant, 4);
  const running = await audit(world);
  expect(running).toMatchObject(HEALTHY);
  expect(running.result).toMatchObject({
    total: 0,
    compared: { campaigns: 2, rewards: 4, marks: 4, events: 4 },
    not_compared: [],
  });
  await world.server.kill("SIGTERM");
  expect(await audit(world)).toMatchObject(HEALTHY);
  expect((await audit(world, "--from", "2020-01-01", "--to", "2020-02-01")).result.compared).toMatchObject({
    rewards: 0,
    events: 0,
  });

  const file = join(world.folder, "local", "merit.db");
  const copy = `${file}.copy`;
  const database = new Database(file);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  copyFileSync(file, copy);
  /** The audit's findings after these changes of the database. */
  async function found(...changes: string[]): Promise<string[]> {
    copyFileSync(copy, file);
    const changed = new Database(file);
    changed.pragma("foreign_keys = OFF");
    for (const sql of changes) expect(changed.prepare(sql).run().changes, sql).toBeGreaterThan(0);
    changed.pragma("wal_checkpoint(TRUNCATE)");
    changed.close();
    const { code, kinds, result, stderr } = await audit(world);
    expect(code, stderr).toBe(1);
    for (const { meaning, advice } of result.differences) expect(meaning && advice).toBeTruthy();
    return kinds;
  }

  const a = "idempotency_key = 'a'";
  expect(await found(`update reward_issuances set status = 'failed' where ${a}`)).toEqual([
    "event_unrecorded",
    "mark_unrecorded",
    "rewards_sum",
  ]);
  expect(
    await found(
      `delete from reward_issuances where ${a}`,
      // The campaigns' figures agree with the remaining rows.
      `update campaigns set spent = spent - 70000000 where id = ${first}`,
      "update paid_total set paid = paid - 1",
    ),
  ).toEqual(["campaign_spent", "event_unrecorded", "mark_unrecorded", "payments_counted"]);
  expect(
    await found(
      `insert into reward_issuances (merchant_id, idempotency_key, campaign_id, wallet_address, amount, status, number,
         reference, tx_hash, attempts, created_at, updated_at)
       select merchant_id, 'e', campaign_id, wallet_address, amount, status, number + 100, '0123456789abcdef',
         '${"f".repeat(64)}', attempts, created_at, updated_at from reward_issuances where ${a}`,
    ),
  ).toEqual(["event_missing", "mark_missing", "rewards_sum"]);
  expect(await found(`update reward_issuances set amount = amount + 1 where ${a}`)).toEqual([
    "event_differs",
    "rewards_sum",
  ]);
  expect(
    await found(
      `update contract_events set data = json_set(data, '$.amount', '1') where type = 'transfer'
       and tx_hash = (select tx_hash from reward_issuances where ${a})`,
      "delete from contract_events where type = 'reward' and tx_hash = (select tx_hash from reward_issuances where idempotency_key = 'b')",
      "delete from contract_events where contract = 'pool' and type in ('grant', 'deposit')",
    ),
  ).toEqual(["event_missing", "event_sum", "merchant_balance"]);
  expect(
    await found(
      `update campaigns set budget = budget + 1, status = 'ended' where id = ${first}`,
      `update campaigns set contract_campaign_id = 999 where id = ${second}`,
    ),
  ).toEqual(["campaign_budget", "campaign_missing", "campaign_status", "campaign_unknown"]);
  expect(await found(`update campaigns set merchant_id = 999 where id = ${second}`)).toEqual(["campaign_merchant"]);
  expect(await found("update vouchers set status = 'redeemed' where id = 1")).toEqual([
    "reserved_sum",
    "voucher_status",
  ]);
  expect(await found("update paid_total set fingerprint = zeroblob(128)")).toEqual(["payments_differ"]);
  copyFileSync(copy, file);

  const manifest = join(world.folder, "local", "deployment.json");
  const deployment = readFileSync(manifest, "utf8");
  const { accounts } = JSON.parse(deployment);
  writeFileSync(manifest, deployment.replace(accounts.channels[0], Keypair.random().publicKey()));
  expect(await audit(world)).toMatchObject({ code: 1, kinds: ["account_short"] });
  writeFileSync(manifest, deployment);
  expect(await audit(world)).toMatchObject(HEALTHY);

  await world.ledger.kill();
  const away = await audit(world);
  expect(away).toMatchObject({ code: 3, result: undefined });
  expect(away.stderr).toContain("Stellar RPC did not answer");
});

test("does not report a payment that is not recorded yet", async () => {
  const world = await startWorld();
  const merchant = await world.merchant();
  const wallet = await world.wallet();
  const campaign_id = await world.campaign(merchant);
  await world.server.kill("SIGTERM");
  await world.startServer({ MERIT_FAULT: "after-closed" });
  const reward = { idempotency_key: "under way", campaign_id, wallet_address: wallet.address, amount: "7" };
  // The answer may or may not get out before the process ends.
  await merchant.post("/rewards/issue", reward).catch(() => undefined);
  await world.server.exited();
  expect(await wallet.balance(world.asset)).toBe(70_000_000n);
  expect(await audit(world)).toMatchObject(HEALTHY);

  await world.startServer();
  const { body } = await merchant.post("/rewards/issue", reward);
  await world.settled(merchant, body.id, "confirmed");
  await indexed(merchant, 1);
  expect(await audit(world)).toMatchObject(HEALTHY);
});
