import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Keypair } from "@stellar/stellar-sdk";
import BetterSqlite3 from "better-sqlite3";
import { expect, test } from "vitest";
import { Cli } from "../support/cli.ts";
import { startWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import type { Wallet } from "../support/wallet.ts";
import type { World } from "../support/world.ts";

const DAY = 86_400;
const DAY_MS = DAY * 1000;
/** Stroops left of 300 tokens, after grants of 169. */
const FUNDS_LEFT = 1_310_000_000n;

const folder = mkdtempSync(join(tmpdir(), "merit-vesting-"));
const file = (name: string, text: string) => {
  const path = join(folder, name);
  writeFileSync(path, text, { mode: 0o600 });
  return path;
};
const keyOf = (wallet: Wallet) => file(`${wallet.address}.key`, `${wallet.keypair.secret()}\n`);

/** A person at a terminal, whose account has proven the wallet. */
async function holder({ api }: World, wallet: Wallet): Promise<Cli> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse" };
  const { body: registered } = await api.post("/auth/register", account);
  const session = { authorization: `Bearer ${registered.accessToken}` };
  const wallet_address = wallet.address;
  const { body: challenge } = await api.post("/wallet/link", { wallet_address }, session);
  const signature = Buffer.from(wallet.keypair.signMessage(challenge.message)).toString("base64");
  const linked = await api.post("/wallet/link", { wallet_address, message: challenge.message, signature }, session);
  expect(linked.status).toBe(201);
  return new Cli(api.base, { MERIT_TOKEN: registered.accessToken });
}

/** The ledger `days` later. */
async function travel({ ledger }: World, days: number): Promise<void> {
  await ledger.increaseTime(days * DAY);
  await ledger.call("localnet_closeLedger");
}

test("a merchant grants to a list, wallets claim and hand over, and the merchant takes back the rest", async () => {
  const world = await startWorld();
  const registered = await world.api.post("/merchants/register", { name: "Coffee House", email: "shop@example.com" });
  const merchant = world.api.as(registered.body.api_key);
  const shop = new Cli(world.api.base, { MERIT_API_KEY: registered.body.api_key });
  const [funder, first, second, heir] = await Promise.all([1, 2, 3, 4].map(() => world.wallet()));
  if (!funder || !first || !second || !heir) throw new Error("four wallets expected");
  const campaign_id = await world.campaign(merchant);
  const reward = { idempotency_key: "capital", campaign_id, wallet_address: funder.address, amount: "300" };
  await world.settled(merchant, (await merchant.post("/rewards/issue", reward)).body.id, "confirmed");

  // Granted once, however often the command is repeated.
  const start = await world.ledgerTime();
  const at = (days: number) => new Date(start + days * DAY_MS).toISOString();
  const others = Array.from({ length: 19 }, () => `${Keypair.random().publicKey()},1\n`);
  const list = file("partners.csv", `wallet,amount\n${first.address},100\n${second.address},50\n${others.join("")}`);
  const terms = ["--starts-at", at(0), "--cliff-at", at(10), "--ends-at", at(100), "--key", "partners"];
  const grant = () =>
    shop.json("vesting", "grant", "--wallet", funder.address, "--file", list, "--wallet-key", keyOf(funder), ...terms);
  const { grants } = await grant();
  // Two transactions: one takes 20.
  expect(grants.map(({ state }: { state: string }) => state)).toEqual(Array(21).fill("granted"));
  expect(await grant()).toEqual({ envelope: null, grants });
  expect(await funder.balance(world.asset)).toBe(FUNDS_LEFT);
  const [own, other]: string[] = grants.map(({ schedule }: { schedule: string }) => schedule);

  // Nothing before the cliff; then what has vested, to the wallet alone.
  const [ada, grace] = [await holder(world, first), await holder(world, heir)];
  const show = (person: Cli) => person.json("vesting", "wallet", "show", own ?? "");
  const step = (person: Cli, wallet: Wallet, ...args: string[]) =>
    person.json("vesting", "wallet", ...args, "--wallet-key", keyOf(wallet));
  expect(await show(ada)).toMatchObject({ vested: "0", claimable: "0", next_vesting_at: at(10) });
  const early = await ada.run("vesting", "wallet", "claim", own ?? "", "--wallet-key", keyOf(first));
  expect(early).toMatchObject({ code: 1, stderr: expect.stringMatching(/isn't possible now/) });
  await travel(world, 50);
  await step(ada, first, "claim", own ?? "");
  const paid = await first.balance(world.asset);
  expect(paid).toBeGreaterThanOrEqual(500_000_000n);
  expect(paid).toBeLessThan(501_000_000n);

  // The schedule moves to another person with all that is left.
  await step(ada, first, "offer", own ?? "", "--to", heir.address);
  const offered = await until(async () => {
    const { data } = await grace.json("vesting", "wallet", "list");
    return data[0];
  });
  expect(offered).toMatchObject({ schedule: own, beneficiary: first.address, offered_to: heir.address });
  await step(grace, heir, "accept", own ?? "");
  await until(async () => (await ada.json("vesting", "wallet", "list")).data.length === 0 || undefined);

  // The funder gets back what has not vested; what has vested stays claimable.
  await shop.json("vesting", "revoke", own ?? "", "--wallet-key", keyOf(funder));
  const revoked = await until(async () => {
    const schedule = await shop.json("vesting", "show", own ?? "");
    return schedule.status === "active" ? undefined : schedule;
  });
  expect(revoked).toMatchObject({ beneficiary: heir.address, granted_to: first.address, next_steps: [] });
  const back = (await funder.balance(world.asset)) - FUNDS_LEFT;
  expect(back).toBeGreaterThan(490_000_000n);
  if (Number(revoked.claimable) > 0) await step(grace, heir, "claim", own ?? "");
  expect((await first.balance(world.asset)) + (await heir.balance(world.asset)) + back).toBe(1_000_000_000n);

  // A service that lost what it had read reads the same again, and grants nothing twice.
  const listed = async () => {
    const { body } = await merchant.get("/vesting?limit=100");
    return body.data.length === 21 && body.data.at(-1).status === "finished" ? body.data : undefined;
  };
  const before = await until(listed);
  expect(before.at(-2)).toMatchObject({ schedule: other, status: "active", released: "0" });
  await world.server.kill("SIGKILL");
  const db = new BetterSqlite3(join(world.folder, "local", "merit.db"));
  db.exec("delete from contract_events; delete from vesting_schedules; delete from indexer_cursors");
  db.close();
  await world.startServer();
  expect(await until(listed)).toEqual(before);
  expect(await grant()).toEqual({ envelope: null, grants });
  expect(await funder.balance(world.asset)).toBe(FUNDS_LEFT + back);
});
