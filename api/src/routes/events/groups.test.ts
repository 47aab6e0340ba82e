import * as accounts from "@merit/core/accounts/service.ts";
import { record as recordEscrow } from "@merit/core/agreements/escrows/on-chain.ts";
import { record as recordGovernance } from "@merit/core/agreements/governance/events.ts";
import { record as recordVesting } from "@merit/core/agreements/vesting/events.ts";
import * as users from "@merit/core/parties/users/store.ts";
import { recordClaimed, recordClaimFailed } from "@merit/core/payouts/drops/events.ts";
import { record as recordDrop } from "@merit/core/payouts/drops/on-chain.ts";
import * as drops from "@merit/core/payouts/drops/service.ts";
import { updateIn } from "@merit/core/payouts/drops/store.ts";
import * as extension from "@merit/core/programmes/campaigns/extension.ts";
import * as campaigns from "@merit/core/programmes/campaigns/service.ts";
import * as steps from "@merit/core/programmes/campaigns/steps.ts";
import { noteRewards } from "@merit/core/programmes/points/bonuses.ts";
import { record } from "@merit/core/programmes/redemptions/on-chain.ts";
import { record as recordReferral } from "@merit/core/programmes/referral-programs/on-chain.ts";
import * as programs from "@merit/core/programmes/referral-programs/service.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { newWallet } from "@merit/core/testing/chain.ts";
import { grantedSchedule } from "@merit/core/testing/vesting.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { activeDrop, provenWallet } from "../../testing/drops.ts";
import { openEscrows } from "../../testing/escrows.ts";
import { createPerson } from "../../testing/parties.ts";
import { startService, type TestService } from "../../testing/service.ts";
import { eventView } from "./schema.ts";

// That each change of an object is an event, with the object as the API shows it.

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const now = new Date();
const commit: TestService["world"]["context"]["db"]["commit"] = (unit) => service.world.context.db.commit(unit);

/** Types of an object's events, oldest first; each event shows what the API's view takes. */
async function typesOf(key: string, object: string, id: number | string): Promise<string[]> {
  const { body } = await service.call(`GET /api/events?object=${object}&object_id=${id}&limit=100`, { key });
  for (const event of body.data) eventView.parse(event);
  return body.data.map(({ type }: { type: string }) => type.slice(object.length + 1)).reverse();
}

const userTypes = async (token: string, object: string): Promise<string[]> => {
  const { body } = await service.call(`GET /api/events?object=${object}&limit=100`, { token });
  for (const event of body.data) eventView.parse(event);
  return body.data.map(({ type }: { type: string }) => type.slice(object.length + 1)).reverse();
};

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

it("campaigns", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const body = { name: "Spring", budget: "5", starts_at: inDays(0), ends_at: inDays(2) };
  const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
  await commit((store) => campaigns.activate(store, id, { contractCampaignId: 900, txHash: "a".repeat(64), now }));
  for (const step of ["pause", "resume"] as const) {
    await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step } });
    await commit((store) => steps.finish(store, id, step, { txHash: "b".repeat(64), now }));
    await commit((store) =>
      jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }),
    );
    // A second report of the same step changes nothing.
    await commit((store) => steps.finish(store, id, step, { txHash: "b".repeat(64), now }));
  }
  await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "extend", budget: "6" } });
  await commit(async (store) => {
    const campaign = await campaigns.get(store, merchantId, id);
    const target = { budget: 60_000_000n, ends_at: campaign.ends_at };
    return extension.finish(store, campaign, target, { txHash: "c".repeat(64), now });
  });
  await commit((store) => jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }));
  await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "end" } });
  await commit((store) => steps.finish(store, id, "end", { txHash: "d".repeat(64), now }));
  await commit((store) => jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }));
  await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "settle" } });
  await commit((store) => steps.finish(store, id, "settle", { txHash: "e".repeat(64), remainder: 60_000_000n, now }));
  const expected = ["created", "activated", "paused", "resumed", "extended", "ended", "settled"];
  expect(await typesOf(key, "campaign", id)).toEqual(expected);
});

it("campaigns that fail, and drafts that are dropped", async () => {
  const { key } = await service.merchant(null);
  const body = { name: "Spring", budget: "5", starts_at: inDays(0), ends_at: inDays(2) };
  const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
  await commit((store) => campaigns.fail(store, id, { error_message: "the balance is too small", updated_at: now }));
  expect(await typesOf(key, "campaign", id)).toEqual(["created", "failed"]);
  const draft = (await service.call("POST /api/campaigns", { key, body: { ...body, draft: true } })).body;
  await service.call(`POST /api/campaigns/${draft.id}/steps`, { key, body: { step: "drop" } });
  expect(await typesOf(key, "campaign", draft.id)).toEqual(["created", "failed"]);
});

it("campaigns whose steps and extensions the ledger refuses: they stay what they are", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const body = { name: "Spring", budget: "5", starts_at: inDays(0), ends_at: inDays(2) };
  const { id } = (await service.call("POST /api/campaigns", { key, body })).body;
  await commit((store) => campaigns.activate(store, id, { contractCampaignId: 901, txHash: "a".repeat(64), now }));
  await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "pause" } });
  for (let again = 0; again < 2; again++)
    await commit((store) =>
      steps.abandon(store, id, "pause", { error_message: "the contract is paused", updated_at: now }),
    );
  await commit((store) => jobs.removeFree(store, { queue: "transaction-submission", key: `campaign-step:${id}`, now }));
  await service.call(`POST /api/campaigns/${id}/steps`, { key, body: { step: "extend", budget: "6" } });
  const campaign = await commit((store) => campaigns.get(store, merchantId, id));
  for (let again = 0; again < 2; again++)
    await commit((store) =>
      extension.abandon(store, campaign, { error_message: "the balance is too small", updated_at: now }),
    );
  expect(await typesOf(key, "campaign", id)).toEqual(["created", "activated", "step_failed", "step_failed"]);
  const { data } = (await service.call("GET /api/events?type=campaign.step_failed", { key })).body;
  const stays = { status: "active", next_status: null, budget: "5", next_budget: null };
  expect(data.map((event: { data: object }) => event.data)).toMatchObject([
    { ...stays, error_message: "the balance is too small" },
    { ...stays, error_message: "the contract is paused" },
  ]);
});

it("API keys, without the keys themselves", async () => {
  const { key } = await service.merchant(null);
  const made = (await service.call("POST /api/merchants/me/keys", { key, body: { name: "Till", scopes: ["read"] } }))
    .body;
  await service.call(`DELETE /api/merchants/me/keys/${made.id}`, { key });
  await service.call(`DELETE /api/merchants/me/keys/${made.id}`, { key });
  expect(await typesOf(key, "api_key", made.id)).toEqual(["created", "revoked"]);
  const all = JSON.stringify((await service.call("GET /api/events?limit=100", { key })).body);
  expect(all).not.toContain(made.api_key);
});

it("points and redemptions, for the merchant and the user", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const person = await createPerson(service);
  const token = await person.token();
  await service.call("POST /api/points/award", { key, body: { user_id: person.id, points: 50 } });
  const item = (await service.call("POST /api/catalogue", { key, body: { name: "Coffee", price: 10 } })).body;
  const redeem = async () =>
    (await service.call("POST /api/redemptions", { token, body: { item_id: item.id, quantity: 1 } })).body.id;
  const [cancelled, refunded] = [await redeem(), await redeem()];
  await service.call(`POST /api/redemptions/${cancelled}/steps`, { token, body: { step: "cancel" } });
  await service.call(`POST /api/redemptions/${cancelled}/steps`, { token, body: { step: "cancel" } });
  await service.call(`POST /api/redemptions/${refunded}/steps`, { key, body: { step: "fulfil" } });
  await service.call(`POST /api/redemptions/${refunded}/steps`, { key, body: { step: "refund" } });
  expect(await typesOf(key, "redemption", cancelled)).toEqual(["created", "cancelled"]);
  expect(await typesOf(key, "redemption", refunded)).toEqual(["created", "fulfilled", "refunded"]);
  const sums = async (credentials: object) => {
    const { body } = await service.call("GET /api/events?object=points&limit=100", credentials);
    for (const event of body.data) eventView.parse(event);
    return body.data.map(({ type, data }: { type: string; data: { points: number } }) => [type, data.points]).reverse();
  };
  const expected = [
    ["points.credited", 50],
    ["points.debited", -10],
    ["points.debited", -10],
    ["points.credited", 10],
    ["points.credited", 10],
  ];
  expect(await sums({ key })).toEqual(expected);
  // The platform's bonus for the day's login is not the merchant's to see.
  expect(await sums({ token })).toEqual([["points.credited", 10], ...expected]);
  const other = await service.merchant(null);
  expect(other.id).not.toBe(merchantId);
  expect(await sums({ key: other.key })).toEqual([]);
});

it("tiers, when points that count bring a user to another one", async () => {
  const { key, id: merchant_id } = await service.merchant(null);
  const { id: user_id, token } = await createPerson(service);
  const award = (points: number, more: object = {}) =>
    service.call("POST /api/points/award", { key, body: { user_id, points, ...more } });
  const reached = async (credentials: object) => {
    const { body } = await service.call("GET /api/events?object=tier", credentials);
    return body.data.map((event: object) => eventView.parse(event).data);
  };
  await award(999);
  // Points that wait don't count yet.
  await award(500, { available_at: new Date(Date.now() + 86_400_000).toISOString() });
  expect(await reached({ key })).toEqual([]);
  await award(1);
  await award(1);
  const [bronze, silver, gold] = [
    { name: "bronze", multiplier: "1" },
    { name: "silver", multiplier: "1.25" },
    { name: "gold", multiplier: "1.5" },
  ];
  const first = { user_id, merchant_id, lifetime: 1_000, tier: silver, previous_tier: bronze };
  expect(await reached({ key })).toEqual([first]);
  await award(5_000);
  const second = { user_id, merchant_id, lifetime: 6_001, tier: gold, previous_tier: silver };
  expect(await reached({ token: await token() })).toEqual([second, first]);
  expect(await reached({ key: (await service.merchant(null)).key })).toEqual([]);
});

it("redemptions on the ledger, once for each of its events", async () => {
  const { key, id: merchant } = await service.merchant(null);
  const wallet = newWallet();
  const data = { wallet, item: "9000", merchant: String(merchant), quantity: 1, amount: "5", price_version: 1 };
  const reference = "ab".repeat(32);
  const event = (type: string, more: object) => ({
    ...{ type, ledger_closed_at: now, tx_hash: "f".repeat(64) },
    data: { wallet, reference, ...more },
  });
  const locked = event("redeem", { ...data, deadline: "1900000000", cancel_until: "1800000000" });
  for (const each of [locked, locked, event("redemption_expired", {}), event("redemption_expired", {})]) {
    await commit((store) => record(store, each, service.world.context));
  }
  const { body } = await service.call("GET /api/redemptions", { key });
  expect(await typesOf(key, "redemption", body.data[0].id)).toEqual(["created", "expired"]);
});

it("drops, and their shares for whoever has them", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const person = await createPerson(service);
  const wallet = (await provenWallet(service, person.id)).publicKey();
  const swept = await activeDrop(service, merchantId, [wallet, newWallet()]);
  const share = { drop_id: swept.id, leaf: 0 };
  const failOnce = async () => {
    await service.call(`POST /api/drops/${swept.id}/claim`, { token: await person.token() });
    await commit((store) => recordClaimFailed(store, share, "no trustline", now));
  };
  await failOnce();
  const data = { drop: String(swept.contract_drop_id), wallet, index: 0, amount: "25000000" };
  const paid = { type: "claim", tx_hash: "f".repeat(64), ledger_closed_at: now, data };
  await commit((store) => recordDrop(store, paid));
  // The worker's own report, and a refusal of a second transaction, come after the event.
  await commit((store) => recordClaimed(store, share, null, now));
  await commit((store) => recordClaimFailed(store, share, "too late", now));
  await commit((store) => recordDrop(store, { ...paid, data: { ...data, index: 1 } }));
  const closed = { remainder: 0n, txHash: "e".repeat(64), now };
  await commit((store) => updateIn(store, swept.id, ["active"], { status: "sweeping" }));
  for (let again = 0; again < 2; again++) await commit((store) => drops.finishSweep(store, swept.id, closed));
  expect(await typesOf(key, "drop", swept.id)).toEqual(["created", "activated", "swept"]);
  expect(await typesOf(key, "drop_share", `${swept.id}-0`)).toEqual(["failed", "claimed"]);
  expect(await typesOf(key, "drop_share", `${swept.id}-1`)).toEqual(["claimed"]);
  expect(await userTypes(await person.token(), "drop_share")).toEqual(["failed", "claimed"]);
  const cancelled = await activeDrop(service, merchantId, [wallet]);
  await commit((store) => updateIn(store, cancelled.id, ["active"], { status: "cancelling" }));
  await commit((store) => drops.finishCancel(store, cancelled.id, closed));
  expect(await typesOf(key, "drop", cancelled.id)).toEqual(["created", "activated", "cancelled"]);
  const sweptByAnother = await activeDrop(service, merchantId, [wallet]);
  const sweep = {
    ...paid,
    type: "drop_swept",
    data: { drop: String(sweptByAnother.contract_drop_id), remainder: "7" },
  };
  for (let again = 0; again < 2; again++) await commit((store) => recordDrop(store, sweep));
  expect(await typesOf(key, "drop", sweptByAnother.id)).toEqual(["created", "activated", "swept"]);
  const shown = await service.call(`GET /api/drops/${sweptByAnother.id}`, { key });
  expect(shown.body).toMatchObject({ status: "swept", remainder: "0.0000007", end_tx_hash: paid.tx_hash });
  const body = { name: "Thanks", ends_at: inDays(2), shares: [{ wallet_address: wallet, amount: "5" }] };
  const { id } = (await service.call("POST /api/drops", { key, body })).body;
  for (let again = 0; again < 2; again++)
    await commit((store) => drops.refuse(store, id, { error_message: "the balance is too small", updated_at: now }));
  expect(await typesOf(key, "drop", id)).toEqual(["created", "failed"]);
});

it.each(["sweeping", "cancelling"] as const)(
  "drops that the ledger keeps from %s: they stay active",
  async (status) => {
    const { key, id: merchantId } = await service.merchant(null);
    const { id } = await activeDrop(service, merchantId, [newWallet()]);
    await commit((store) => updateIn(store, id, ["active"], { status }));
    for (let again = 0; again < 2; again++)
      await commit((store) => drops.refuse(store, id, { error_message: "it opened", updated_at: now }));
    expect(await typesOf(key, "drop", id)).toEqual(["created", "activated", "step_failed"]);
    const { data } = (await service.call("GET /api/events?type=drop.step_failed", { key })).body;
    expect(data[0].data).toMatchObject({ status: "active", error_message: "it opened" });
  },
);

it("vesting schedules, for the funding merchant and for whoever has them or is offered them", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const [holder, heir] = [await createPerson(service), await createPerson(service)];
  const [beneficiary, to] = [await provenWallet(service, holder.id), await provenWallet(service, heir.id)];
  const { world } = service;
  const { schedule } = await grantedSchedule(world, merchantId, { beneficiary: beneficiary.publicKey() });
  const report = (type: string, more: object) =>
    commit((store) =>
      recordVesting(store, { type, ledger_closed_at: now, tx_hash: "f".repeat(64), data: { id: schedule, ...more } }),
    );
  await report("claimed", { amount: "10" });
  const offer = { to: to.publicKey(), expires_at: "1900000000" };
  await report("transfer_begun", offer);
  await report("transfer_cancelled", {});
  await report("transfer_begun", offer);
  await report("transferred", { to: to.publicKey() });
  await report("revoked", { refunded: "5" });
  await report("renamed", {});
  const all = ["created", "claimed", "offered", "offer_cancelled", "offered", "transferred", "revoked"];
  expect(await typesOf(key, "vesting", schedule)).toEqual(all);
  expect(await userTypes(await holder.token(), "vesting")).toEqual(all.slice(0, -1));
  expect(await userTypes(await heir.token(), "vesting")).toEqual(all.slice(2));
  expect(await typesOf((await service.merchant(null)).key, "vesting", schedule)).toEqual([]);
});

it("escrows, for each of their parties", async () => {
  const depositor = await service.user();
  const { id: funded, keypair, other, arbiter } = await openEscrows(service).create(depositor.id);
  const { accessToken: token } = depositor;
  const id = "ef".repeat(32);
  const [from, to] = [keypair.publicKey(), other.keypair.publicKey()];
  const created = { depositor: from, beneficiary: to, arbiter: arbiter.keypair.publicKey(), amount: "30" };
  const report = (type: string, more: object) =>
    commit((store) =>
      recordEscrow(store, { type, ledger_closed_at: now, tx_hash: "f".repeat(64), data: { id, ...more } }),
    );
  const settled = (milestone: number, released: string, refunded: string) =>
    report("settled", { milestone, released, refunded, fee: "0" });
  for (let again = 0; again < 2; again++) await report("created", created);
  await report("accepted", { bound: true });
  await report("extended", { milestone: 0, deadline: "1900000000" });
  await report("disputed", { milestone: 0 });
  await report("evidence", { milestone: 0 });
  await settled(0, "5", "5");
  await settled(1, "10", "0");
  await settled(2, "0", "10");
  await report("fee_set", { fee: 5 });
  const all = ["created", "accepted", "extended", "disputed", "evidence_added", "split", "released", "refunded"];
  for (const party of [token, other.accessToken, arbiter.accessToken]) {
    expect(await userTypes(party, "escrow")).toEqual(all);
  }
  const { body } = await service.call(`GET /api/events?object=escrow&object_id=${id}`, { token });
  expect(body.data[0].data).toMatchObject({ id, status: "ended", held: "0", milestone: 2 });
  // A proposal is the other party's to know, once it is signed; the arbiter's, never.
  const step = { action: "split", milestone: 0, share: 5000 };
  await openEscrows(service).offer({ ...depositor, keypair }, funded, step);
  expect(await userTypes(other.accessToken, "escrow_proposal")).toEqual(["created"]);
  expect(await userTypes(token, "escrow_proposal")).toEqual(["created"]);
  expect(await userTypes(arbiter.accessToken, "escrow_proposal")).toEqual([]);
});

it("governance, for the users whose wallets propose, vote and stake", async () => {
  const [person, delegate] = [await createPerson(service), await createPerson(service)];
  const wallet = (await provenWallet(service, person.id)).publicKey();
  const other = (await provenWallet(service, delegate.id)).publicKey();
  const report = (type: string, data: object) =>
    commit((store) =>
      recordGovernance(store, { type, ledger: 80, ledger_closed_at: now, tx_hash: "f".repeat(64), data }),
    );
  const terms = { snapshot: 90, vote_end: 110, quorum: "10", threshold_bps: 6_667 };
  for (const [id, outcome] of [
    ["a1", "executed"],
    ["b2", "cancelled"],
    ["c3", "vetoed"],
  ] as const) {
    const reference = id.repeat(32);
    const proposal = { id: reference, proposer: wallet, description: "Less", actions: [], ...terms };
    for (let again = 0; again < 2; again++) await report("proposed", proposal);
    const vote = { id: reference, voter: wallet, delegate: other, support: 1, weight: "50", vote_end: 110 };
    for (let again = 0; again < 2; again++) await report("voted", vote);
    await report("queued", { id: reference, eta: "1800000000", expires_at: "1900000000" });
    await report(outcome, { id: reference });
    const { body } = await service.call(`GET /api/events?object=proposal&object_id=${reference}`, {
      token: await person.token(),
    });
    for (const event of body.data) eventView.parse(event);
    const types = body.data.map(({ type }: { type: string }) => type);
    expect(types).toEqual([`proposal.${outcome}`, "proposal.queued", "proposal.created"]);
  }
  for (const token of [await person.token(), await delegate.token()]) {
    expect(await userTypes(token, "vote")).toEqual(["cast", "cast", "cast"]);
  }
  const until = { until: "1900000000" };
  for (const type of ["stake", "activate", "unstake", "withdraw"])
    await report(type, { staker: wallet, amount: "100", ...until });
  expect(await userTypes(await person.token(), "stake")).toEqual(["added", "activated", "removed", "withdrawn"]);
  expect(await userTypes(await delegate.token(), "stake")).toEqual([]);
  const delegator = wallet;
  const names = (from_delegate: string | null, to_delegate: string) =>
    report("delegate_changed", { delegator, from_delegate, to_delegate });
  await names(null, other);
  await names(other, other);
  await names(other, wallet);
  for (const each of [person, delegate])
    expect(await userTypes(await each.token(), "delegation")).toEqual(["changed", "changed"]);
  const { body } = await service.call("GET /api/events?object=delegation", { token: await delegate.token() });
  expect(body.data.map(({ data }: { data: { delegate: string | null } }) => data.delegate)).toEqual([null, other]);
});

it("a merchant's referral programme: terms that the ledger takes or refuses, a rule of the service, and its sponsor's leaving", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const sponsor = newWallet();
  const ends = new Date(Math.ceil(Date.now() / 1000) * 1000 + 86_400_000);
  const body = {
    sponsor,
    bonus_newcomer: "5",
    budget: "100",
    ends_at: ends.toISOString(),
    qualifies_on: "first_reward",
  };
  const ask = async (more: object) =>
    (await service.call("POST /api/referral-programs", { key, body: { ...body, ...more } })).status;
  const asked = async () => {
    const change = (await commit((store) => programs.own(store, merchantId))).change;
    await commit((store) =>
      jobs.removeFree(store, { queue: "transaction-submission", key: `referral-program:${merchantId}`, now }),
    );
    return change as NonNullable<typeof change>;
  };
  const report = (type: string, data: object) =>
    commit((store) =>
      recordReferral(store, {
        type,
        ledger_closed_at: now,
        tx_hash: "f".repeat(64),
        data: { merchant: String(merchantId), ...data },
      }),
    );
  expect(await ask({})).toBe(202);
  await asked();
  const why = { error_message: "its funds would go faster", updated_at: now };
  await commit((store) => programs.refuse(store, merchantId, why));
  expect(await ask({ budget: "200" })).toBe(202);
  const change = await asked();
  const seconds = (time: Date) => String(Math.floor(time.getTime() / 1000));
  await report("programme_set", {
    ...{ sponsor, bonus_referrer: "0", bonus_newcomer: "50000000", referrer_cap: String(change.referrer_cap) },
    ...{ budget: "2000000000", starts_at: seconds(change.starts_at), ends_at: seconds(ends) },
    clawback_window: String(change.clawback_seconds),
  });
  await commit((store) => programs.confirm(store, change, { txHash: null, now }));
  expect(await ask({ budget: "200", qualifies_on: "spend", min_spend: "10", currency: "EUR" })).toBe(200);
  for (let again = 0; again < 2; again++) await report("sponsor_left", {});
  expect(await typesOf(key, "referral_program", merchantId)).toEqual(["failed", "set", "set", "ended"]);
  const { data } = (await service.call("GET /api/events?object=referral_program", { key })).body;
  const [ended, rule, set, failed] = data.map((event: { data: object }) => event.data);
  expect(failed).toMatchObject({
    program: null,
    change: { status: "failed", error_message: "its funds would go faster" },
  });
  expect(set).toMatchObject({ program: { budget: "200", qualifies_on: "first_reward" }, change: null });
  expect(rule).toMatchObject({ program: { qualifies_on: "spend", min_spend: "10" } });
  expect(ended).toMatchObject({ program: { status: "over" } });
});

it("referrals of a programme, for the merchant and both sides", async () => {
  const { key, id: merchantId } = await service.merchant(null);
  const [host, guest] = [await createPerson(service), await createPerson(service)];
  const referrer = (await provenWallet(service, host.id)).publicKey();
  const newcomer = (await provenWallet(service, guest.id)).publicKey();
  const merchant = String(merchantId);
  const report = (type: string, data: object) =>
    commit((store) => recordReferral(store, { type, ledger_closed_at: now, tx_hash: "f".repeat(64), data }));
  await report("referrer_enrolled", { referrer });
  await report("referral_bound", { newcomer, referrer });
  const sums = { bonus_referrer: "50000000", bonus_newcomer: "25000000" };
  const qualify = (who: object) =>
    report("referral_qualified", { merchant, ...who, ...sums, claimable_at: "1800000000" });
  for (let again = 0; again < 2; again++) await qualify({ newcomer, referrer });
  for (let again = 0; again < 2; again++)
    for (const account of [newcomer, referrer]) await report("bonus_claimed", { merchant, newcomer, account });
  const { body } = await service.call("GET /api/referrals", { key });
  const all = ["qualified", "paid", "paid"];
  expect(await typesOf(key, "referral", body.data[0].id)).toEqual(all);
  for (const person of [host, guest]) expect(await userTypes(await person.token(), "referral")).toEqual(all);
  expect(await userTypes(await host.token(), "referral_wallet")).toEqual(["enrolled", "bound"]);
  expect(await userTypes(await guest.token(), "referral_wallet")).toEqual(["bound"]);
  const others = { newcomer: newWallet(), referrer };
  await qualify(others);
  await report("referral_revoked", { merchant, ...others });
  await report("referral_expired", { merchant, ...others });
  const later = { newcomer: newWallet(), referrer };
  await qualify(later);
  await report("referral_expired", { merchant, ...later });
  const ends = ["qualified", "revoked", "qualified", "expired"];
  expect(await userTypes(await host.token(), "referral")).toEqual([...all, ...ends]);
});

it("users who came by a code, for the one whose code it is", async () => {
  const host = await createPerson(service);
  const token = await host.token();
  const { code } = (await service.call("GET /api/users/referral", { token })).body;
  const { context } = service.world;
  const guest = await commit((store) =>
    accounts.create(
      store,
      { email: `${crypto.randomUUID()}@example.com`, referralCode: code, firstName: "Evelyn" },
      now,
    ),
  );
  await commit((store) => users.update(store, guest.id, { email_verified_at: now }));
  for (let again = 0; again < 2; again++)
    await commit((store) => noteRewards(store, [guest.id], { settings: context.settings, now }));
  expect(await userTypes(token, "referred_user")).toEqual(["registered", "qualified"]);
  const { body } = await service.call("GET /api/events?object=referred_user", { token });
  expect(body.data[0].data).toMatchObject({ id: guest.id, bonus_points: context.settings.points.referralBonus });
  expect(JSON.stringify(body)).not.toContain("Evelyn");
});
