import { xdr } from "@stellar/stellar-sdk";
import { expect, test } from "vitest";
import { sharedWorld } from "../support/fixture.ts";
import { until } from "../support/processes.ts";
import { signIn } from "../support/signed-in.ts";
import { copyOf } from "../support/turned-back.ts";
import type { World } from "../support/world.ts";

const DAY_SECONDS = 86_400;
/** Topic of the event that a referral qualified. */
const QUALIFIED = xdr.ScVal.scvSymbol("referral_qualified").toXdr("base64");

const open = sharedWorld({}, { proxied: true });

/** A merchant whose programme pays the referrer 5 and the newcomer 2.5 tokens for a first reward, funded with 20 by its sponsor. */
async function openProgram(world: World) {
  const merchant = await world.merchant();
  const { body: shop } = await merchant.get("/merchants/me");
  const campaign = await world.campaign(merchant);
  const wallets = await Promise.all([world.wallet(), world.wallet(), world.wallet(), world.wallet()]);
  const [payer, ...others] = await Promise.all(wallets.map((wallet) => signIn(world, wallet)));
  const [friend, newcomer, second] = others;
  if (!payer || !friend || !newcomer || !second) throw new Error("a wallet is missing");
  const balance = (address: string) =>
    (wallets.find((wallet) => wallet.address === address) ?? wallets[0])?.balance(world.asset);
  const reward = async (wallet_address: string, amount = "1") => {
    const body = { idempotency_key: crypto.randomUUID(), campaign_id: campaign, wallet_address, amount };
    const issued = await merchant.post("/rewards/issue", body);
    return world.settled(merchant, issued.body.id, "confirmed");
  };
  await reward(payer.address, "100");

  const terms = {
    ...{ sponsor: payer.address, bonus_referrer: "5", bonus_newcomer: "2.5", budget: "50" },
    ...{ ends_at: new Date((await world.ledgerTime()) + 30 * DAY_SECONDS * 1000).toISOString() },
    ...{ clawback_days: 1, qualifies_on: "first_reward" },
  };
  const program = async () => (await merchant.get("/referral-programs/me")).body;
  expect((await merchant.post("/referral-programs", terms)).status).toBe(202);
  await until(async () => ((await program()).change === null ? true : undefined));
  const fund = await payer.call("referral.fund", { merchant: shop.id, amount: "20" });
  expect(fund).toMatchObject({ status: "confirmed", kind: "referral.fund" });

  await friend.call("referral.enrol");
  for (const { call } of [newcomer, second]) await call("referral.bind", { referrer: friend.address });
  /** The newcomer's referral, once it has this status. */
  const seen = ({ address }: { address: string }, status: string) =>
    until(async () => {
      const { body } = await merchant.get(`/referrals?newcomer=${address}&status=${status}`);
      return body.data[0];
    });
  return { merchant, shop, terms, payer, friend, newcomer, second, balance, reward, program, seen };
}

test("a newcomer and its referrer get the bonuses of a sponsored programme, and the sponsor the rest", async () => {
  const world = await open();
  const { merchant, shop, terms, payer, friend, newcomer, second, balance, reward, program, seen } =
    await openProgram(world);
  expect((await friend.get("/users/referral")).body.tokens.wallets).toMatchObject([{ enrolled: true, referrer: null }]);
  expect((await newcomer.envelope("referral.bind", { referrer: friend.address })).body).toMatchObject({
    code: "operation_refused",
    detail: expect.stringMatching(/AlreadyBound/),
  });

  // The first reward qualifies, the second doesn't.
  await reward(newcomer.address);
  const referral = await seen(newcomer, "qualified");
  expect(referral).toMatchObject({
    ...{ referrer: friend.address, next_steps: ["revoke"], error_message: null },
    ...{ for_newcomer: { amount: "2.5", status: "pending" }, for_referrer: { amount: "5", status: "pending" } },
  });
  await reward(newcomer.address);
  await reward(second.address);
  const { id } = await seen(second, "qualified");
  expect((await program()).program.funds).toEqual({ free: "5", pending: "15", paid: "0" });
  const claim = { merchant: shop.id, newcomer: newcomer.address };
  expect((await newcomer.envelope("referral.claim", claim)).body.detail).toMatch(/NotClaimable/);

  // The merchant revokes the other one's bonuses, which nobody gets again.
  expect((await merchant.post(`/referrals/${id}/revoke`, { reason: "Returned" })).status).toBe(202);
  expect(await seen(second, "revoked")).toMatchObject({ reason: "Returned", next_steps: [] });

  // The ledger refuses another sponsor, and says why.
  const other = { ...terms, sponsor: friend.address };
  expect((await merchant.post("/referral-programs", other)).status).toBe(202);
  await until(async () => ((await program()).change?.status === "failed" ? true : undefined));
  expect((await program()).change.error_message).toMatch(/sponsor can't change/);

  await world.ledger.increaseTime(DAY_SECONDS + 1);
  await world.ledger.call("localnet_closeLedger");
  for (const { call } of [newcomer, friend]) {
    expect(await call("referral.claim", claim)).toMatchObject({ status: "confirmed" });
  }
  expect([await balance(newcomer.address), await balance(friend.address)]).toEqual([45_000_000n, 50_000_000n]);
  const tokens = async () => (await friend.get("/users/referral")).body.tokens;
  await until(async () => ((await tokens()).paid === "5" ? true : undefined));

  expect(await payer.call("referral.leave", { merchant: shop.id })).toMatchObject({ status: "confirmed" });
  expect(await balance(payer.address)).toBe(925_000_000n);
  expect((await program()).program.funds).toEqual({ free: "0", pending: "0", paid: "7.5" });
});

test("a database that was turned back has nobody qualify twice, and comes to the same records", async () => {
  const world = await open();
  const { merchant, newcomer, reward, program, seen } = await openProgram(world);
  await world.server.kill("SIGTERM");
  const copy = copyOf(world);
  await world.startServer();
  await reward(newcomer.address);
  const { id: _, created_at, updated_at, ...referral } = await seen(newcomer, "qualified");

  // Event by event; the one that says it is done comes when the job that its reward brings again has run.
  await world.server.kill("SIGTERM");
  copy.putBack();
  const hasRun = /"referral-qualify:\d+","msg":"the ledger has it already"/;
  world.proxy.delay = async (method, answer) => {
    if (method === "getEvents" && answer.includes(QUALIFIED)) await world.server.printed(hasRun).catch(() => undefined);
  };
  await world.startServer({ INDEXER_PAGE_SIZE: "1" }, "health");
  expect(await seen(newcomer, "qualified")).toMatchObject(referral);
  expect(world.server.output).toMatch(hasRun);
  expect((await merchant.get("/referrals")).body.data).toHaveLength(1);
  expect((await program()).program.funds).toEqual({ free: "12.5", pending: "7.5", paid: "0" });
});
