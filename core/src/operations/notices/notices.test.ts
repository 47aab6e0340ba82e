import { and, asc, eq, isNotNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { create as createUser } from "../../accounts/service.ts";
import { setPreferences } from "../../parties/mail/preferences.ts";
import type { EmailLog } from "../../parties/mail/store.ts";
import * as keys from "../../parties/merchants/keys.ts";
import { update } from "../../parties/users/store.ts";
import * as wallets from "../../parties/wallets/store.ts";
import { accept } from "../../payouts/rewards/accept.ts";
import * as settle from "../../payouts/rewards/settle.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import { emailLogs } from "../../store/db/schema/mail.ts";
import { emit, type NewEvent, prune } from "../../store/event-log/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { collect } from "./collect.ts";
import { contentOf, withoutNames } from "./content.ts";
import { beginNotices, readPosition } from "./store.ts";

let world: World;
let now: Date;

beforeEach(async () => {
  world = createWorld();
  now = new Date("2026-11-25T10:00:00Z");
  world.context.clock = { now: () => now };
});
afterEach(() => world[Symbol.asyncDispose]());

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

async function user({ verified = true } = {}): Promise<number> {
  const email = `${crypto.randomUUID()}@example.com`;
  return world.context.db.commit(async (store) => {
    const { id } = await createUser(store, { email, passwordHash: "x" }, now);
    if (verified) await update(store, id, { email_verified_at: now, updated_at: now });
    return id;
  });
}

const merchant = async () => (await createMerchant(world.context)).merchant.id;

let objects = 0;

const issuance = (
  type: "issuance.confirmed" | "issuance.failed" | "issuance.held",
  userId: number | null,
  merchantId: number,
) => {
  objects += 1;
  const data = {
    ...{ id: objects, campaign_id: 3, wallet_address: "GABC", amount: "12.5", tx_hash: null },
    error_message: "the wallet has no trustline",
  };
  return { type, userId, merchantId, objectId: objects, data } satisfies NewEvent;
};

const happen = (...added: NewEvent[]) => world.context.db.commit((store) => emit(store, added, now));

async function look(): Promise<void> {
  while (await world.context.db.commit((store) => collect(world.context, store)));
}

const notices = (): Promise<EmailLog[]> =>
  world.context.db.read(async (store) =>
    store.select().from(emailLogs).where(isNotNull(emailLogs.first_event)).orderBy(asc(emailLogs.id)),
  );

/** As the worker does when it sends the mail. */
const sent = async (log: EmailLog | undefined) =>
  world.context.db.commit(async (store) => {
    const last_event = await readPosition(store);
    const done = { last_event, status: "sent" as const, updated_at: now };
    await store
      .update(emailLogs)
      .set(done)
      .where(eq(emailLogs.id, log?.id ?? 0));
    return { ...(log as EmailLog), ...done };
  });

const linesOf = async (log: EmailLog) => (await contentOf(world.context, log))?.lines ?? [];

it("a user with a confirmed address gets a mail about a paid reward, and nobody else does", async () => {
  const shop = await merchant();
  const [ada, unverified] = [await user(), await user({ verified: false })];
  await happen(
    issuance("issuance.confirmed", ada, shop),
    issuance("issuance.confirmed", unverified, shop),
    issuance("issuance.confirmed", null, shop),
    issuance("issuance.confirmed", 999, shop),
  );
  await look();
  expect(await notices()).toMatchObject([{ template: "reward_received", user_id: ada, merchant_id: shop }]);
});

it("each event is in exactly one mail, however often the worker looks, stops or is killed", async () => {
  const shop = await merchant();
  const ada = await user();
  const events = Array.from({ length: 7 }, () => issuance("issuance.confirmed", ada, shop));
  const mails: EmailLog[] = [];
  for (const event of events) {
    await happen(event);
    // A look that is broken off before its commit leaves nothing.
    await expect(
      world.context.db.commit(async (store) => {
        await collect(world.context, store);
        throw new Error("killed");
      }),
    ).rejects.toThrow("killed");
    await look();
    await look();
    later(25);
    const open = (await notices()).filter(({ status }) => status === "queued");
    const job = await world.context.db.read(async (store) =>
      store
        .select()
        .from(jobs)
        .where(eq(jobs.key, `mail:${open[0]?.id}`))
        .get(),
    );
    if (job && job.run_at <= now) mails.push(await sent(open[0]));
  }
  later(60);
  mails.push(...(await Promise.all((await notices()).filter(({ status }) => status === "queued").map(sent))));
  const told = (await Promise.all(mails.map(linesOf))).flat();
  expect(told).toHaveLength(events.length);
  // Three hours: a mail at once, then one an hour.
  expect(mails.length).toBeLessThan(events.length);
});

it("a claimed share of a drop is a reward", async () => {
  const shop = await merchant();
  const ada = await user();
  const share = { name: "Thanks", amount: "3", wallet_address: "GABC", claim_tx_hash: "ab12" };
  await happen({ type: "drop_share.claimed", userId: ada, merchantId: shop, objectId: "4-0", data: share });
  await look();
  const [mail] = await notices();
  expect(mail).toMatchObject({ template: "reward_received", user_id: ada });
  expect(await linesOf(await sent(mail))).toEqual(["3 MERIT to GABC, a share of Thanks, in transaction ab12"]);
});

it("a user who was told that a reward waits is told that it failed, and of no other failure", async () => {
  const shop = await merchant();
  const ada = await user();
  const campaign = await createCampaign(world.context, shop, { activate: true });
  const wallet = newWallet();
  await world.context.db.commit((store) => wallets.prove(store, { address: wallet, userId: ada, now }));
  const { db } = world.context;
  const issue = async (amount: bigint) => {
    const idempotency_key = crypto.randomUUID();
    const reward = { idempotency_key, campaign_id: campaign.id, wallet_address: wallet, amount, user_id: null };
    const { issuance } = await accept(world.context, shop, reward);
    return issuance.id;
  };
  const [first, waited, last] = [await issue(10_000_000n), await issue(20_000_000n), await issue(30_000_000n)];
  for (let again = 0; again < 2; again++) {
    await db.commit((store) => settle.hold(store, waited, { reason: "no trustline yet", now }));
    await db.commit((store) => settle.countAttempt(store, [waited], now));
  }
  // However long it waits: by then the event of its waiting was deleted.
  later(60 * 24 * 40);
  await look();
  await db.commit((store) => prune(store, now));
  for (const id of [first, waited, last]) {
    await db.commit((store) => settle.fail(store, id, { reason: "no trustline in time; issue it again", now }));
  }
  await look();
  const mails = await notices();
  expect(mails.map(({ template, user_id }) => [template, user_id])).toEqual([
    ["reward_waiting", ada],
    ["rewards_failed", null],
    ["reward_failed", ada],
  ]);
  const content = await contentOf(world.context, await sent(mails[2]));
  // The reason tells the merchant what to do.
  expect(content?.details).toEqual([
    expect.stringMatching(/^1 reward of Shop \d+ that waited for you will not be paid:$/),
  ]);
  expect(content?.lines).toEqual([`2 MERIT to ${wallet}`]);
  expect(await linesOf(await sent(mails[1]))).toHaveLength(3);
});

it("disabled webhooks are one mail, which names them unless nobody has confirmed the address", async () => {
  const shop = await merchant();
  const off = (id: number, disabled_reason: string) => {
    const data = { id, url: `https://shop.example/${id}`, disabled_reason };
    return { type: "webhook.disabled", userId: null, merchantId: shop, objectId: id, data } satisfies NewEvent;
  };
  await happen(off(7, "it answered 410 (gone)"), off(8, "every request to it has failed for five days"));
  await look();
  const [mail, ...others] = await notices();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ template: "webhook_disabled", user_id: null, merchant_id: shop });
  const log = await sent(mail);
  const content = await contentOf(world.context, log);
  const details = ["2 of your webhooks were disabled:"];
  expect(content).toEqual({
    details,
    lines: [
      "webhook 7, https://shop.example/7: it answered 410 (gone)",
      "webhook 8, https://shop.example/8: every request to it has failed for five days",
    ],
  });
  expect(content && withoutNames(content, log)).toEqual({ details });
});

it("a busy hour is one mail, which names ten events and counts the others", async () => {
  const shop = await merchant();
  const ada = await user();
  await happen(...Array.from({ length: 450 }, () => issuance("issuance.failed", ada, shop)));
  await look();
  const [mail, ...others] = await notices();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ template: "rewards_failed", user_id: null, merchant_id: shop });
  const content = await contentOf(world.context, await sent(mail));
  expect(content?.details).toEqual(["450 rewards of your campaigns will not be paid:"]);
  expect(content?.lines).toHaveLength(11);
  expect(content?.lines?.[0]).toContain("12.5 MERIT to GABC: the wallet has no trustline");
  expect(content?.lines?.[10]).toBe("and 440 more");
});

it("tells of the next event an hour after the last mail, also if that one waited for the mail server", async () => {
  const shop = await merchant();
  const ada = await user();
  await happen(issuance("issuance.confirmed", ada, shop));
  await look();
  later(300);
  await sent((await notices())[0]);
  await happen(issuance("issuance.confirmed", ada, shop));
  await look();
  const second = (await notices())[1];
  const job = await world.context.db.read(async (store) =>
    store
      .select()
      .from(jobs)
      .where(eq(jobs.key, `mail:${second?.id}`))
      .get(),
  );
  expect(job?.run_at).toEqual(new Date(now.getTime() + 3_600_000));
});

it("readers and merchants don't share mails", async () => {
  const [one, other] = [await merchant(), await merchant()];
  const [ada, grace] = [await user(), await user()];
  for (const shop of [one, other]) {
    await happen(issuance("issuance.confirmed", ada, shop), issuance("issuance.confirmed", grace, shop));
    await happen(issuance("issuance.failed", ada, shop), issuance("issuance.held", ada, shop));
  }
  await look();
  const found = (await notices()).map((log) => [log.template, log.user_id, log.merchant_id].join());
  expect(new Set(found).size).toBe(8);
  expect(found).toHaveLength(8);
  for (const log of await notices()) expect(await linesOf(await sent(log))).toHaveLength(1);
});

describe("preferences", () => {
  it("keep back what a reader switched off, and nothing else", async () => {
    const shop = await merchant();
    const ada = await user();
    await world.context.db.commit((store) => setPreferences(store, { kind: "user", id: ada }, { rewards: false }));
    await world.context.db.commit((store) =>
      setPreferences(store, { kind: "merchant", id: shop }, { failures: false }),
    );
    await happen(issuance("issuance.confirmed", ada, shop), issuance("issuance.failed", ada, shop));
    const redemption = {
      ...{ id: 5, quantity: 2, item_name: "Coffee", points: 20, on_chain: null, reason: null },
    };
    await happen({ type: "redemption.refunded", userId: ada, merchantId: shop, objectId: 5, data: redemption });
    await look();
    expect(await notices()).toMatchObject([{ template: "redemption_refunded", user_id: ada }]);
  });

  it("don't keep back what is about security", async () => {
    const shop = await merchant();
    const all = { failures: false, redemptions: false, statements: false };
    await world.context.db.commit((store) => setPreferences(store, { kind: "merchant", id: shop }, all));
    later(1);
    const options = { now, network: "local" } as const;
    const { key } = await world.context.db.commit((store) =>
      keys.create(store, shop, { name: "Till", scopes: ["read"] }, options),
    );
    await world.context.db.commit((store) => keys.revoke(store, shop, key.id, now));
    await look();
    const [mail, ...others] = await notices();
    expect(others).toEqual([]);
    expect(await linesOf(await sent(mail))).toEqual([
      expect.stringContaining(`key ${key.id} (Till, ends in ${key.last4}) was created`),
      expect.stringContaining("was revoked"),
    ]);
  });
});

it("says nothing about the first key, which whoever registers has just got", async () => {
  await merchant();
  await look();
  expect(await notices()).toEqual([]);
});

it("tells nobody what happened before the service had notices", async () => {
  const ada = await user();
  const shop = await merchant();
  await happen(issuance("issuance.confirmed", ada, shop));
  await world.context.db.commit(beginNotices);
  await look();
  expect(await notices()).toEqual([]);
  await happen(issuance("issuance.confirmed", ada, shop));
  // Later starts leave the position as it is.
  await world.context.db.commit(beginNotices);
  await look();
  expect(await linesOf(await sent((await notices())[0]))).toHaveLength(1);
});

it("900 paid rewards of 900 users are mails in five commits", async () => {
  const shop = await merchant();
  const users = await world.context.db.commit(async (store) => {
    const ids: number[] = [];
    for (let count = 0; count < 900; count += 1) {
      const { id } = await createUser(store, { email: `u${count}@example.com`, passwordHash: "x" }, now);
      await update(store, id, { email_verified_at: now, updated_at: now });
      ids.push(id);
    }
    return ids;
  });
  await happen(...users.map((id) => issuance("issuance.confirmed", id, shop)));
  let commits = 1;
  while (await world.context.db.commit((store) => collect(world.context, store))) commits += 1;
  expect(commits).toBe(5);
  expect(await notices()).toHaveLength(900);
  const waiting = await world.context.db.read(async (store) =>
    store
      .selectDistinct({ group: jobs.group })
      .from(jobs)
      .where(and(eq(jobs.queue, "email"))),
  );
  expect(waiting.map(({ group }) => group).sort()).toEqual(["bulk:0", "bulk:1", "bulk:2"]);
});
