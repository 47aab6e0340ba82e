import { afterEach, beforeEach, expect, it } from "vitest";
import * as mails from "../../parties/mail/store.ts";
import { list } from "../../store/audit/audit.ts";
import { newWallet } from "../../testing/chain.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import { noteWebauth } from "./key-change.ts";
import * as webhooks from "./service.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const keyOf = (publicKey: string) => ({
  webAuth: { publicKey, sign: async () => new Uint8Array(64) },
  webhookSeed: Buffer.alloc(32),
});

it("says at the start that the key of webhooks was replaced, and what merchants have to do", async () => {
  const { context, logs } = world;
  const started = async (key: string, previous?: string) => {
    logs.length = 0;
    Object.assign(context.auth.keys, keyOf(key), { previous: previous && keyOf(previous) });
    await noteWebauth(context);
    return logs.join("");
  };
  const [first, second, third] = [newWallet(), newWallet(), newWallet()];
  expect(await started(first)).toBe("");
  expect(await started(first)).toBe("");
  expect(await started(second)).toMatch(/webauth was replaced.*merit webhook rotate.*as webauth-previous/);
  expect(await started(third, second)).toMatch(/signed with webauth-previous as well.*merit webhook rotate/);
  expect(await started(third)).toBe("");
  const entries = await context.db.read((store) => list(store, { action: "keys.webauth" }, { limit: 10 }));
  expect(entries.map(({ detail }) => detail)).toEqual([
    { from: second, to: third, overlaps: true },
    { from: first, to: second, overlaps: false },
  ]);
});

it("tells merchants that have webhooks, once for each new key", async () => {
  const { context } = world;
  const { db } = context;
  const withWebhook = async () => {
    const { merchant } = await createMerchant(context);
    const terms = { url: "https://shop.example/events", types: null, description: null };
    const { webhook } = await db.commit((store) => webhooks.create(context, store, merchant.id, terms));
    return { merchant, webhook };
  };
  const started = async (key: string) => {
    Object.assign(context.auth.keys, keyOf(key));
    await noteWebauth(context);
    const all = await db.read((store) => mails.list(store, null, { limit: 1_000 }));
    const told = all.filter(({ template }) => template === "webhooks_key_replaced");
    return told.map(({ recipient, status }) => `${status} ${recipient}`).toSorted();
  };
  // More than one commit's.
  const owners = await Promise.all(Array.from({ length: 101 }, withWebhook));
  const queued = owners.map(({ merchant }) => `queued ${merchant.email}`);
  await createMerchant(context);
  const { merchant, webhook } = await withWebhook();
  await db.commit((store) => webhooks.remove(context, store, merchant.id, webhook.id));

  const [first, second, third] = [newWallet(), newWallet(), newWallet()];
  expect(await started(first)).toEqual([]);
  expect(await started(second)).toEqual(queued.toSorted());
  expect(await started(second)).toHaveLength(101);
  expect(await started(third)).toEqual([...queued, ...queued].toSorted());
});
