import * as users from "@merit/core/accounts/service.ts";
import { keep } from "@merit/core/agreements/envelopes/build.ts";
import { build } from "@merit/core/agreements/envelopes/trustline.ts";
import * as mails from "@merit/core/parties/mail/store.ts";
import * as userRows from "@merit/core/parties/users/store.ts";
import { confirm, fail } from "@merit/core/payouts/rewards/settle.ts";
import * as referrals from "@merit/core/programmes/referral-programs/store.ts";
import { type CampaignStatus, campaigns } from "@merit/core/store/db/schema/campaigns.ts";
import { indexerContracts } from "@merit/core/store/db/schema/indexer.ts";
import * as events from "@merit/core/store/event-log/store.ts";
import * as jobs from "@merit/core/store/jobs/jobs.ts";
import { newContract, newWallet, openAccount } from "@merit/core/testing/chain.ts";
import { createEscrow } from "@merit/core/testing/escrows.ts";
import { givePoints } from "@merit/core/testing/redemptions.ts";
import { grantedSchedule } from "@merit/core/testing/vesting.ts";
import { createCampaign } from "@merit/core/testing/world.ts";
import { eq } from "drizzle-orm";
import { activeDrop, provenWallet } from "./drops.ts";
import { openSession, type Parties } from "./parties.ts";
import type { TestService } from "./service.ts";

export interface Scene {
  service: TestService;
  parties: Parties;
}

const DAY_MS = 86_400_000;

// Each makes a record of the owner's and gives what a path names it by.

/** The id of the record that this call of the owning merchant makes. */
export async function post({ service, parties }: Scene, path: string, body: object): Promise<number> {
  const reply = await service.call(`POST /api${path}`, { key: parties.owner.merchant.key, body });
  if (reply.status >= 300) throw new Error(`POST ${path}: ${JSON.stringify(reply.body)}`);
  return reply.body.id;
}

/** A contract that an administrator can add, with room for it. */
export async function newIndexerContract({ service: { world } }: Scene): Promise<{ contract_id: string }> {
  await world.context.db.commit((store) => store.delete(indexerContracts));
  return { contract_id: newContract() };
}

export const ownCampaign = async ({ parties }: Scene) => parties.owner.merchant.campaignId;
export const ownMerchant = async ({ parties }: Scene) => parties.owner.merchant.id;
export const ownUser = async ({ parties }: Scene) => parties.owner.user.id;

export function newIssuance(scene: Scene): Promise<number> {
  return post(scene, "/rewards/issue", {
    idempotency_key: crypto.randomUUID(),
    campaign_id: scene.parties.owner.merchant.campaignId,
    wallet_address: newWallet(),
    amount: "0.1",
  });
}

/** Id of the event of a reward that was accepted. */
export async function newEvent(scene: Scene): Promise<string> {
  await newIssuance(scene);
  const merchant_id = scene.parties.owner.merchant.id;
  const [event] = await scene.service.world.context.db.read((store) =>
    events.listOf(store, { merchant_id }, { limit: 1 }),
  );
  return `evt_${event?.id}`;
}

export async function newPaidIssuance(scene: Scene): Promise<number> {
  const id = await newIssuance(scene);
  const { db, settings } = scene.service.world.context;
  const paid = [{ id, txHash: "c".repeat(64) }];
  await db.commit((store) => confirm(store, paid, { settings, now: new Date() }));
  return id;
}

/** A reward that failed for good, and the letter of its job. */
async function deadLetter(scene: Scene): Promise<{ issuance: number; letter: number }> {
  const id = await newIssuance(scene);
  const now = new Date();
  const group = String(scene.parties.owner.merchant.campaignId);
  return scene.service.world.context.db.commit(async (store) => {
    const due = { queue: "reward-issuance", group, now: new Date(now.getTime() + 1000) } as const;
    const claimed = await jobs.claim(store, { ...due, limit: 100 });
    const job = claimed.find(({ payload }) => (payload as { issuance_id: number }).issuance_id === id);
    await fail(store, id, { reason: "no trustline", now });
    const letter = job && (await jobs.deadLetter(store, job, "no trustline", now));
    if (!letter) throw new Error("the issuance has no job");
    return { issuance: id, letter: letter.id };
  });
}

export const newFailedIssuance = async (scene: Scene) => (await deadLetter(scene)).issuance;
export const newDeadLetter = async (scene: Scene) => (await deadLetter(scene)).letter;

export async function newMail({ service, parties }: Scene): Promise<number> {
  const now = new Date();
  const row = {
    user_id: null,
    merchant_id: parties.owner.merchant.id,
    recipient: "customer@example.com",
    template: "redemption",
    subject: "Your reward",
    status: "sent" as const,
    attempts: 1,
    message_id: `<${crypto.randomUUID()}@example.com>`,
    created_at: now,
    updated_at: now,
  };
  return service.world.context.db.commit(async (store) => (await mails.insert(store, row)).id);
}

export const newSession = async ({ service, parties }: Scene) =>
  (await openSession(service, parties.owner.user.id)).sessionId;

export const newLinkedWallet = async ({ service, parties }: Scene) =>
  (await provenWallet(service, parties.owner.user.id)).publicKey();

/** Somebody whom the owner brought. */
export async function newReferral({ service, parties }: Scene): Promise<number> {
  const { db } = service.world.context;
  return db.commit(async (store) => {
    const owner = await userRows.byId(store, parties.owner.user.id);
    const input = { email: `${crypto.randomUUID()}@example.com`, referralCode: owner?.referral_code ?? null };
    return (await users.create(store, input, new Date())).id;
  });
}

export const newCampaign =
  (status: CampaignStatus) =>
  async ({ service, parties }: Scene): Promise<number> => {
    const { context } = service.world;
    const { id } = await createCampaign(context, parties.owner.merchant.id);
    await context.db.commit(
      async (store) => void (await store.update(campaigns).set({ status }).where(eq(campaigns.id, id))),
    );
    return id;
  };

export async function newUnopenedDrop({ service, parties }: Scene): Promise<number> {
  const [opens_at, expires_at] = [DAY_MS, 2 * DAY_MS].map((wait) => new Date(Date.now() + wait)) as [Date, Date];
  return (await activeDrop(service, parties.owner.merchant.id, [newWallet()], { opens_at, expires_at })).id;
}

/** A drop in which the owner has a share. */
export async function newShare(scene: Scene): Promise<number> {
  const { service, parties } = scene;
  const wallet = await provenWallet(service, parties.owner.user.id);
  return (await activeDrop(service, parties.owner.merchant.id, [wallet.publicKey()])).id;
}

/** A transaction that waits for the owner's signature. */
export async function newEnvelope(scene: Scene): Promise<string> {
  const { id } = scene.parties.owner.user;
  const { context } = scene.service.world;
  const built = await build(context, id, (await provenWallet(scene.service, id)).publicKey());
  return (await context.db.commit((store) => keep(store, built))).hash;
}

/** Id of a schedule that a wallet of the owning merchant funded. */
export async function newSchedule({ service: { world }, parties }: Scene): Promise<string> {
  const { schedule, funder } = await grantedSchedule(world, parties.owner.merchant.id);
  world.chain.accounts.set(funder, openAccount(funder));
  return schedule;
}

/** An escrow with a wallet of the owner's as depositor. */
export async function newEscrow({ service, parties }: Scene): Promise<string> {
  return createEscrow(service.world, { depositor: (await provenWallet(service, parties.owner.user.id)).publicKey() });
}

/** A voucher of the owning merchant's campaign, with its code. */
export async function newVoucher({ service, parties: { owner } }: Scene) {
  const path = `POST /api/campaigns/${owner.merchant.campaignId}/vouchers`;
  const { body } = await service.call(path, { key: owner.merchant.key, body: { count: 1, amount: "0.1" } });
  const [{ id, code }] = body.vouchers;
  return { id, code, batch_id: body.id } as { id: number; code: string; batch_id: number };
}

export const newItem = (scene: Scene) => post(scene, "/catalogue", { name: "Coffee", price: 1 });

/** An item of the owning merchant that the owning user has the points for. */
export async function newOffer(scene: Scene): Promise<{ item_id: number }> {
  const { merchant, user } = scene.parties.owner;
  await givePoints(scene.service.world.context, user.id, merchant.id, 1);
  return { item_id: await newItem(scene) };
}

/** The owning user's, of an item of the owning merchant. */
export async function newRedemption(scene: Scene): Promise<number> {
  const body = await newOffer(scene);
  const token = await scene.parties.owner.user.token();
  const reply = await scene.service.call("POST /api/redemptions", { token, body });
  if (reply.status !== 201) throw new Error(`POST /redemptions: ${JSON.stringify(reply.body)}`);
  return reply.body.id;
}

/** Terms for the owning merchant's referral programme, which has no others on their way. */
export async function newTerms({ service, parties }: Scene): Promise<object> {
  const { id } = parties.owner.merchant;
  const place = { queue: "transaction-submission", key: `referral-program:${id}`, now: new Date() } as const;
  await service.world.context.db.commit(async (store) => {
    await referrals.removeChange(store, id);
    await jobs.removeFree(store, place);
  });
  const ends_at = new Date(Date.now() + DAY_MS).toISOString();
  return { sponsor: newWallet(), bonus_newcomer: "1", budget: "10", ends_at, qualifies_on: "first_reward" };
}

/** Bonuses that are set aside for a wallet of the owning user's, which the owning merchant can revoke. */
export async function newBonus({ service, parties: { owner } }: Scene): Promise<number> {
  const newcomer = (await provenWallet(service, owner.user.id)).publicKey();
  const [claimable_at, expires_at] = [DAY_MS, 2 * DAY_MS].map((wait) => new Date(Date.now() + wait)) as [Date, Date];
  const sides = { newcomer, referrer: newWallet(), bonus_newcomer: 10_000_000n, bonus_referrer: 10_000_000n };
  return service.world.context.db.commit(async (store) => {
    const merchant_id = owner.merchant.id;
    const row = { ...sides, merchant_id, claimable_at, expires_at, tx_hash: "d".repeat(64), at: new Date() };
    await referrals.saveQualified(store, row);
    const [saved] = await referrals.listOf(store, { merchant_id }, { newcomer, limit: 1 });
    return saved?.id ?? 0;
  });
}

export const REPORT_SCHEDULE = { kind: "users", format: "csv", cron: "0 6 * * 1", period_days: 7 };

export async function newReportSchedule({ service, parties }: Scene): Promise<number> {
  const asked = { token: await parties.admin.token(), body: REPORT_SCHEDULE };
  return (await service.call("POST /api/admin/report-schedules", asked)).body.id;
}

/** A search that the owner made. */
export async function newSearch({ service, parties }: Scene): Promise<string> {
  const reply = await service.call("GET /api/search?q=spring", { token: await parties.owner.user.token() });
  return reply.body.search_id;
}
