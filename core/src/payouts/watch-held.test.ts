import { isNotNull, lt } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { campaigns } from "../db/schema/campaigns.ts";
import { issuances } from "../db/schema/issuances.ts";
import { jobs } from "../db/schema/jobs.ts";
import { accept } from "../rewards/accept.ts";
import { hold } from "../rewards/settle.ts";
import { newWallet, openLine } from "../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../testing/world.ts";
import { topics } from "../wake.ts";
import { HeldWatch } from "./watch-held.ts";

// Five rewards that wait for the trustlines of five wallets.

const LATER = new Date("2099-01-01T00:00:00Z");

let world: World;
let wallets: string[];
let watch: HeldWatch;
beforeEach(async () => {
  world = createWorld();
  const { merchant } = await createMerchant(world.context);
  const { id: campaign_id } = await createCampaign(world.context, merchant.id);
  wallets = Array.from({ length: 5 }, newWallet).toSorted();
  for (const wallet_address of wallets) {
    const reward = { campaign_id, amount: 1n, user_id: null, idempotency_key: wallet_address };
    const { issuance } = await accept(world.context, merchant.id, { ...reward, wallet_address });
    const now = world.context.clock.now();
    await world.context.db.commit((store) => hold(store, issuance.id, { reason: "no trustline", now }));
  }
  await world.context.db.commit(async (store) => void (await store.update(jobs).set({ run_at: LATER })));
  watch = new HeldWatch(world.context, 2);
});
afterEach(() => world[Symbol.asyncDispose]());

/** Wallets whose rewards a worker may try now, and those whose rewards are still held. */
const state = () =>
  world.context.db.read(async (store) => {
    const due = await store.select().from(jobs).where(lt(jobs.run_at, LATER));
    const held = await store.select().from(issuances).where(isNotNull(issuances.held_at));
    const dueIds = due.map((job) => (job.payload as { issuance_id: number }).issuance_id);
    const all = await store.select().from(issuances);
    return {
      due: all.filter(({ id }) => dueIds.includes(id)).map((row) => row.wallet_address),
      held: held.map((row) => row.wallet_address),
    };
  });

/** Looks at all five wallets, two at a time. */
async function lookAtAll() {
  for (let look = 0; look < 4; look++) await watch.look();
}

it("a reward is due once its wallet has a trustline, however many wait, and its queue is woken", async () => {
  await lookAtAll();
  expect(await state()).toEqual({ due: [], held: wallets });

  const ready = wallets[3] as string;
  world.chain.lines.set(ready, { ...openLine, authorized: false });
  world.chain.ledger += 1;
  using woken = world.context.wake.subscribe(topics.queue("reward-issuance"));
  await lookAtAll();
  expect(await state()).toEqual({ due: [ready], held: wallets.filter((wallet) => wallet !== ready) });
  expect(await woken.next({ timeoutMs: 1 })).toBe(true);
});

it("all wallets are looked up once in a ledger", async () => {
  const asked: string[] = [];
  const { trustlines } = world.context.chain;
  world.context.chain.trustlines = (some) => {
    asked.push(...some);
    return trustlines(some);
  };
  await lookAtAll();
  await lookAtAll();
  expect(asked.toSorted()).toEqual(wallets.toSorted());
  world.chain.ledger += 1;
  await lookAtAll();
  expect(asked).toHaveLength(10);
});

it("rewards of a campaign that has ended wait no longer: the worker fails them", async () => {
  await world.context.db.commit(async (store) => void (await store.update(campaigns).set({ status: "ended" })));
  await watch.look();
  expect(await state()).toEqual({ due: wallets, held: [] });
});

it("rewards whose time is over by the ledger's clock wait no longer, wherever this machine's clock is", async () => {
  const until = new Date("2027-01-01T00:00:00Z");
  await world.context.db.commit(async (store) => void (await store.update(campaigns).set({ hold_until: until })));
  world.chain.closeTime = new Date(until.getTime() - 1);
  await lookAtAll();
  expect((await state()).due).toEqual([]);
  world.chain.closeTime = until;
  world.chain.ledger += 1;
  await watch.look();
  expect(await state()).toEqual({ due: wallets, held: [] });
});

it("while the node is down, they stay held", async () => {
  world.chain.lines.set(wallets[0] as string, openLine);
  world.chain.down = true;
  await expect(watch.look()).rejects.toThrow();
  world.chain.down = false;
  await lookAtAll();
  expect((await state()).due).toEqual([wallets[0]]);
});
