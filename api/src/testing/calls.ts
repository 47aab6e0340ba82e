import * as tokens from "@merit/core/auth/one-time-tokens.ts";
import { hashPassword } from "@merit/core/auth/passwords.ts";
import type { TokenPurpose } from "@merit/core/db/schema/users.ts";
import * as indexerContracts from "@merit/core/indexer-contracts/service.ts";
import { newWallet, openAccount, openLine } from "@merit/core/testing/chain.ts";
import * as users from "@merit/core/users/store.ts";
import { Keypair } from "@stellar/stellar-sdk";
import type { Route } from "../http/route.ts";
import { activeDrop, provenWallet } from "./drops.ts";
import { openEscrows } from "./escrows.ts";
import * as make from "./owned-records.ts";
import { openSigners } from "./signers.ts";

// Calls of the routes that the tests of all routes make: access.test.ts, repeats.test.ts and others.

/** What a call that is carried out says: what its path names, in order, and its body. */
export interface Change {
  params?: (number | string)[];
  body?: object;
}

type Maker<T> = (scene: make.Scene) => T | Promise<T>;

const of =
  (id: Maker<number | string>, body?: object): Maker<Change> =>
  async (scene) => ({ params: [await id(scene)], ...(body && { body }) });
const says =
  (body: Maker<object>): Maker<Change> =>
  async (scene) => ({ body: await body(scene) });
const plain: Maker<Change> = () => ({});

/** Makes a record of the owning merchant with the call that the table "changes" has for this path, and gives its id. */
const posted =
  (path: string): Maker<number> =>
  async (scene) => {
    const { params, body = {} } = await changeOf(`POST ${path}`, scene);
    return make.post(scene, filled(path, params), body);
  };

const PASSWORD = "correct horse";
const newEmail = () => `${crypto.randomUUID()}@example.com`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A new such call of the route. */
export async function changeOf(title: string, scene: make.Scene): Promise<Change> {
  const maker = changes[title];
  if (!maker) {
    throw new Error(`${title} changes something. Add a call that succeeds to the table "changes" in calls.ts.`);
  }
  return maker(scene);
}

/** As `call` of a service takes it. */
export function requestOf(route: Route, { params, body }: Change): { request: string; body?: object } {
  return { request: `${route.method.toUpperCase()} /api${filled(route.path, params)}`, ...(body && { body }) };
}

/** The path with these values in place of its parameters. */
function filled(path: string, params: Change["params"] = []): string {
  const values = [...params];
  return path.replaceAll(/:\w+/g, () => encodeURIComponent(values.shift() ?? ""));
}

/** For every route that changes something: a call of the owner's, or an administrator's, that is carried out. */
const changes: Record<string, Maker<Change>> = {
  "POST /merchants/register": says(() => ({ name: "Shop", email: newEmail() })),
  "PATCH /merchants/me": says(() => ({ name: "Shop" })),
  "POST /merchants/me/keys": says(() => ({ name: "Till", scopes: ["read"] })),
  "POST /merchants/me/keys/:id/rotate": of(posted("/merchants/me/keys"), {}),
  "DELETE /merchants/me/keys/:id": of(posted("/merchants/me/keys")),
  "POST /campaigns": says(() => ({ name: "Spring", budget: "1", starts_at: inDays(0), ends_at: inDays(1) })),
  "PATCH /merchants/me/campaigns/:id": of(make.ownCampaign, { name: "New" }),
  "POST /campaigns/:id/dry-run": of(make.ownCampaign, { rewards: [{ wallet_address: newWallet(), amount: "1" }] }),
  "POST /campaigns/:id/extend": of(make.newCampaign("active"), { ends_at: "2100-01-01T00:00:00.000Z" }),
  "POST /campaigns/:id/drop": of(make.newDraft),
  "POST /campaigns/:id/fund": of(make.newDraft),
  "POST /campaigns/:id/pause": of(make.newCampaign("active")),
  "POST /campaigns/:id/resume": of(make.newCampaign("paused")),
  "POST /campaigns/:id/end": of(make.newCampaign("active")),
  "POST /campaigns/:id/settle": of(make.newCampaign("ended")),
  "POST /rewards/issue": says((scene) => ({ idempotency_key: crypto.randomUUID(), ...rewardOf(scene) })),
  "POST /rewards/issue/batch": says((scene) => ({
    rewards: [{ idempotency_key: crypto.randomUUID(), ...rewardOf(scene) }],
  })),
  "POST /rewards/distribute": says((scene) => {
    const reward = rewardOf(scene);
    scene.service.world.chain.lines.set(reward.wallet_address, openLine);
    return reward;
  }),
  "POST /rewards/issuances/:id/redrive": of(make.newFailedIssuance),
  "POST /drops": says(() => ({
    name: "Thanks",
    expires_at: inDays(1),
    shares: [{ wallet_address: newWallet(), amount: "1" }],
  })),
  "POST /drops/:id/cancel": of(make.newUnopenedDrop),
  "POST /drops/:id/sweep": of(make.newExpiredDrop),
  "POST /drops/:id/claim": of(make.newShare),
  "POST /drops/:id/envelope": of(make.newShare),
  "POST /drops/claim": says(signedClaim),
  "POST /campaigns/:id/vouchers": of(make.ownCampaign, { count: 2, amount: "0.1" }),
  "POST /vouchers/:id/cancel": of(async (scene) => (await make.newVoucher(scene)).id),
  "POST /voucher-batches/:id/cancel": of(async (scene) => (await make.newVoucher(scene)).batch_id),
  "POST /vouchers/check": says(async (scene) => ({ code: (await make.newVoucher(scene)).code })),
  "POST /vouchers/redeem": says(async (scene) => ({
    code: (await make.newVoucher(scene)).code,
    wallet_address: newWallet(),
  })),
  "POST /catalogue": says(() => ({ name: "Coffee", price: 1 })),
  "PATCH /catalogue/:id": of(make.newItem, { name: "New" }),
  "DELETE /catalogue/:id": of(make.newItem),
  "POST /redemptions": says(make.newOffer),
  "POST /redemptions/:id/cancel": of(make.newRedemption),
  "POST /merchants/me/redemptions/:id/fulfil": of(make.newRedemption),
  "POST /merchants/me/redemptions/:id/refund": of(make.newRedemption),
  "POST /vesting": says(grantOf),
  "POST /vesting/:schedule/revoke": of(make.newSchedule),
  "POST /merchants/me/referral-program": says(make.newTerms),
  "POST /merchants/me/referrals/:id/revoke": of(make.newBonus),
  "POST /webhooks": says(() => ({ url: "https://shop.example/webhooks" })),
  "PATCH /webhooks/:id": of(posted("/webhooks"), { description: "Till" }),
  "DELETE /webhooks/:id": of(posted("/webhooks")),
  "POST /webhooks/:id/rotate": of(posted("/webhooks"), {}),
  "POST /webhooks/:id/test": of(posted("/webhooks")),
  "POST /webhooks/:id/replay": of(
    // The calls of these tests add no event of this type.
    (scene) => make.post(scene, "/webhooks", { url: "https://shop.example/webhooks", types: ["campaign.created"] }),
    { from: inDays(-1), to: inDays(1) },
  ),
  "POST /webhooks/:id/deliveries/:delivery_id/replay": async (scene) => {
    const id = await posted("/webhooks")(scene);
    return { params: [id, await make.newDelivery(scene, id)] };
  },
  "POST /points/award": says(({ parties }) => ({ user_id: parties.owner.user.id, points: 7 })),
  "POST /events": says(({ parties }) => ({ user_id: parties.owner.user.id, reference: crypto.randomUUID() })),
  "POST /events/:id/cancel": of(posted("/events")),
  "POST /campaigns/:id/rules": of(make.ownCampaign, { kind: "reward", points: 1 }),
  "PATCH /points/rules/:id": of(posted("/campaigns/:id/rules"), { points: 2 }),
  "DELETE /points/rules/:id": of(posted("/campaigns/:id/rules")),
  "POST /trustline/verify": says(() => ({ wallet_address: newWallet() })),
  "POST /trustline/envelope": says(async (scene) => ({ wallet_address: await make.newLinkedWallet(scene) })),
  "POST /auth/register": says(() => ({ email: newEmail(), password: PASSWORD })),
  "POST /auth/login": says(async (scene) => ({ email: await emailOf(scene), password: PASSWORD })),
  "POST /auth/refresh": says(refreshToken),
  "POST /auth/logout": says(refreshToken),
  "POST /auth/logout-all": plain,
  "DELETE /auth/sessions/:id": of(make.newSession),
  "POST /auth/password/change": says(async (scene) => {
    await emailOf(scene);
    return { current_password: PASSWORD, password: "battery staple" };
  }),
  "POST /merchants/keys/forgot": says(() => ({ email: newEmail() })),
  "POST /merchants/keys/recover": says(async (scene) => ({ token: await recoveryToken(scene) })),
  "POST /auth/password/forgot": says(async (scene) => ({ email: await emailOf(scene) })),
  "POST /auth/password/reset": says(async (scene) => ({
    token: await oneTimeToken(scene, "reset_password"),
    password: "battery staple",
  })),
  "POST /auth/email/verify": says(async (scene) => ({ token: await oneTimeToken(scene, "verify_email") })),
  "POST /auth/email/resend": plain,
  "POST /auth/wallet": says(signedChallenge),
  "POST /users": says(() => ({ wallet_address: newWallet() })),
  "PATCH /users/me/mail-preferences": says(() => ({ rewards: false })),
  "PATCH /merchants/me/mail-preferences": says(() => ({ failures: false })),
  "PATCH /users/:id": of(make.ownUser, { first_name: "Ada" }),
  "DELETE /users/:id": of(make.ownUser),
  "POST /wallet/challenge": says(() => ({ wallet_address: newWallet() })),
  "POST /wallet/link": says(walletProof),
  "POST /wallet/envelope": says(async (scene) => ({
    wallet_address: await make.newLinkedWallet(scene),
    call: "referral.enrol",
  })),
  "POST /wallet/submit": says(signedClaim),
  "DELETE /wallet/:address": of(make.newLinkedWallet),
  "POST /escrows/:id/proposals": async (scene) => {
    const { id, keypair } = await openEscrows(scene.service).create(scene.parties.owner.user.id);
    return { params: [id], body: { wallet_address: keypair.publicKey(), action: "cancel" } };
  },
  "POST /escrows/:id/proposals/:proposal_id/sign": async ({ service, parties: { owner } }) => {
    const escrows = openEscrows(service);
    const { id, keypair } = await escrows.create(owner.user.id);
    const { body } = await escrows.propose(await owner.user.token(), id, keypair, { action: "cancel" });
    return { params: [id, body.id], body: { signature: escrows.sign(body.authorization, keypair) } };
  },
  "POST /escrows/:id/proposals/:proposal_id/envelope": async ({ service, parties: { owner } }) => {
    const escrows = openEscrows(service);
    const { id, other } = await escrows.create(owner.user.id);
    return { params: [id, await escrows.offer(other, id, { action: "cancel" })] };
  },
  "POST /governance/proposals/envelope": says(async (scene) => ({
    wallet_address: await make.newLinkedWallet(scene),
    description: "Twice the daily limit",
    changes: [{ change: "limit", limit: "200000000" }],
  })),
  "POST /search/:id/click": of(make.newSearch, { type: "campaign", id: 1 }),
  "POST /admin/users/:id/points": of(make.ownUser, { points: 1, reason: "Lost card" }),
  "POST /admin/merchants/:id/fund": of(make.ownMerchant, { amount: "1" }),
  "POST /admin/cache/warm": plain,
  "POST /admin/jobs/:name/run": of(() => "prune"),
  "POST /admin/queues/:name/dead-letters/redrive": of(async (scene) => {
    const token = await scene.parties.admin.token();
    // Records that others left there would be redriven as well.
    await scene.service.call(`POST /api/admin/queues/${QUEUE}/dead-letters/redrive`, { token });
    await make.newDeadLetter(scene);
    return QUEUE;
  }),
  "POST /admin/queues/:name/dead-letters/:id/redrive": async (scene) => ({
    params: [QUEUE, await make.newDeadLetter(scene)],
  }),
  "POST /admin/reports": says(() => ({ kind: "users", format: "json" })),
  "POST /admin/report-schedules": says(() => make.REPORT_SCHEDULE),
  "DELETE /admin/report-schedules/:id": of(make.newReportSchedule),
  "POST /admin/backups": plain,
  "POST /admin/indexer/contracts": says(make.newIndexerContract),
  "DELETE /admin/indexer/contracts/:id": of(async (scene) => {
    const { contract_id } = await make.newIndexerContract(scene);
    const { context } = scene.service.world;
    const added = { id: contract_id, name: null, fromLedger: null, source: "admin" as const, actor: "operator" };
    await context.db.commit((store) => indexerContracts.add(context, store, added));
    return contract_id;
  }),
};

/** For every route that reads one record, named in its path: makes a record of the owner's, or says who may read any of them. */
export const recordReads: Record<string, Maker<number | string> | "everyone" | "every admin"> = {
  "GET /campaigns/:merchant_id": "everyone",
  "GET /campaigns/:merchant_id/:id": "everyone",
  "GET /catalogue/:id": "everyone",
  "GET /users/:wallet_address/points": "everyone",
  "GET /wallet/:address/balances": "everyone",
  "GET /governance/wallets/:address": "everyone",
  "GET /governance/wallets/:address/delegators": "everyone",
  "GET /governance/proposals/:id": "everyone",
  "GET /governance/proposals/:id/votes": "everyone",
  "GET /merchants/me/campaigns/:id": make.ownCampaign,
  "GET /merchants/me/campaigns/:id/rules": make.ownCampaign,
  "GET /merchants/me/catalogue/:id": make.newItem,
  "GET /merchants/me/redemptions/:id": make.newRedemption,
  "GET /redemptions/:id": make.newRedemption,
  "GET /escrows/:id": make.newEscrow,
  "GET /escrows/:id/events": make.newEscrow,
  "GET /referral-programs/:merchant_id": "everyone",
  "GET /referrals/:id": make.newBonus,
  "GET /merchants/me/referrals/:id": make.newBonus,
  "GET /drops/:id": posted("/drops"),
  "GET /campaigns/:id/vouchers": make.ownCampaign,
  "GET /campaigns/:id/voucher-batches": make.ownCampaign,
  "GET /vouchers/:id": async (scene) => (await make.newVoucher(scene)).id,
  "GET /voucher-batches/:id": async (scene) => (await make.newVoucher(scene)).batch_id,
  "GET /vesting/:schedule": make.newSchedule,
  "GET /events/:id": make.newEvent,
  "GET /webhooks/:id": posted("/webhooks"),
  "GET /webhooks/:id/deliveries": posted("/webhooks"),
  "GET /webhooks/:id/attempts": posted("/webhooks"),
  "GET /rewards/issuances/:id": make.newIssuance,
  "GET /rewards/issuances/:id/timeline": make.newIssuance,
  "GET /users/:id": make.ownUser,
  "GET /wallet/:address/history": make.newLinkedWallet,
  "GET /wallet/submissions/:hash": make.newEnvelope,
  "GET /admin/users/:id": "every admin",
  "GET /admin/merchants/:id": "every admin",
  "GET /admin/merchants/:id/grants": "every admin",
  "GET /admin/queues/:name/dead-letters": "every admin",
  "GET /admin/indexer/contracts/:id": "every admin",
  "GET /admin/reports/:id": "every admin",
  "GET /admin/reports/:id/download": "every admin",
};

/**
 * For every other read of a merchant or user: makes a record of the owner's that the answer shows; null if it shows one without
 * that; a text says why all callers read the same.
 */
export const ownReads: Record<string, Maker<unknown> | null | string> = {
  "GET /merchants/me": null,
  "GET /merchants/me/keys": null,
  "GET /merchants/me/balance": "read from the ledger: its own test has other merchants",
  "GET /merchants/me/statement": "from the ledger's events: its own test has other merchants",
  "GET /merchants/me/statement/export": "from the ledger's events: its own test has other merchants",
  "GET /campaigns": null,
  "GET /rewards/issuances": make.newIssuance,
  "GET /merchants/me/customers": make.newIssuance,
  "GET /events": make.newEvent,
  "GET /events/stream": "its own test has other merchants and users",
  "GET /webhooks": posted("/webhooks"),
  "GET /rewards/dead-letters": make.newDeadLetter,
  "GET /drops": posted("/drops"),
  "GET /drops/eligible": make.newShare,
  "GET /transactions": make.newPaidIssuance,
  "GET /transactions/merchant-totals": make.newIssuance,
  "GET /contract-events": "the ledger is public",
  "GET /contract-events/export": "the ledger is public",
  "GET /contract-events/stream": "the ledger is public",
  "GET /merchants/me/catalogue": make.newItem,
  "GET /merchants/me/redemptions": make.newRedemption,
  "GET /redemptions": make.newRedemption,
  "GET /vesting": make.newSchedule,
  "GET /escrows": make.newEscrow,
  "GET /escrows/terms": "the platform has one fee",
  "GET /merchants/me/referral-program": make.newProgram,
  "GET /merchants/me/referrals": make.newBonus,
  "GET /referrals": make.newBonus,
  "GET /points": posted("/points/award"),
  "GET /points/history": posted("/points/award"),
  "GET /leaderboard": "users see each other's places",
  "GET /search": "what is found differs with the words: its own test asks for each kind",
  "GET /auth/sessions": null,
  "GET /users/referral": make.newReferral,
  "GET /users/me": null,
  "GET /users/me/mail-preferences": "of the caller alone, whom its own test changes",
  "GET /merchants/me/mail-preferences": "of the caller alone, whom its own test changes",
  "GET /wallet": make.newLinkedWallet,
  "GET /admin/email-logs": make.newMail,
};

const QUEUE = "reward-issuance";

const rewardOf = ({ parties }: make.Scene) => ({
  campaign_id: parties.owner.merchant.campaignId,
  wallet_address: newWallet(),
  amount: "0.1",
});

/** Of one grant, by a wallet that is on the ledger. */
function grantOf({ service: { world } }: make.Scene) {
  const wallet_address = newWallet();
  world.chain.accounts.set(wallet_address, openAccount(wallet_address));
  const grant = { idempotency_key: crypto.randomUUID(), beneficiary: newWallet(), amount: "1", ends_at: inDays(30) };
  return { wallet_address, grants: [grant] };
}

/** The owner's address; the owner can log in by PASSWORD from now on. */
async function emailOf({ service, parties }: make.Scene): Promise<string> {
  const password_hash = await hashPassword(PASSWORD);
  return service.world.context.db.commit(async (store) => {
    const user = await users.update(store, parties.owner.user.id, { password_hash, updated_at: new Date() });
    return user?.email as string;
  });
}

async function refreshToken(scene: make.Scene): Promise<object> {
  const body = { email: await emailOf(scene), password: PASSWORD };
  const reply = await scene.service.call("POST /api/auth/login", { body });
  return { refreshToken: reply.body.refreshToken };
}

async function oneTimeToken(scene: make.Scene, purpose: TokenPurpose): Promise<string> {
  const subject = await emailOf(scene);
  const token = { purpose, userId: scene.parties.owner.user.id, subject, now: new Date() };
  return scene.service.world.context.db.commit((store) => tokens.issue(store, token));
}

/** For a new key of a new merchant. */
async function recoveryToken({ service }: make.Scene): Promise<string> {
  const email = newEmail();
  await service.call("POST /api/merchants/register", { body: { name: "Shop", email } });
  const token = { purpose: "recover_api_key", userId: null, subject: email, now: new Date() } as const;
  return service.world.context.db.commit((store) => tokens.issue(store, token));
}

/** A claim of a share, signed by its wallet. */
async function signedClaim({ service, parties: { owner } }: make.Scene): Promise<object> {
  const keypair = await provenWallet(service, owner.user.id);
  const { id } = await activeDrop(service, owner.merchant.id, [keypair.publicKey()]);
  const reply = await service.call(`POST /api/drops/${id}/envelope`, { token: await owner.user.token() });
  return { envelope: openSigners(service).sign(reply.body.envelope, keypair) };
}

/** SEP-10. */
async function signedChallenge({ service }: make.Scene): Promise<object> {
  const keypair = Keypair.random();
  const { body } = await service.call(`GET /api/auth/wallet?account=${keypair.publicKey()}`);
  return { transaction: openSigners(service).sign(body.transaction, keypair) };
}

/** SEP-53. */
async function walletProof({ service, parties }: make.Scene): Promise<object> {
  const keypair = Keypair.random();
  const wallet_address = keypair.publicKey();
  const token = await parties.owner.user.token();
  const { body } = await service.call("POST /api/wallet/challenge", { token, body: { wallet_address } });
  const signature = Buffer.from(keypair.signMessage(body.message)).toString("base64");
  return { wallet_address, message: body.message, signature };
}
