import { isNotNull, lt } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { topics } from "../../base/wake.ts";
import { campaigns } from "../../store/db/schema/campaigns.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import { jobs } from "../../store/db/schema/jobs.ts";
import { newWallet, openLine } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import { hold } from "../rewards/settle.ts";
import { HeldWatch } from "./watch-held.ts";

// Five rewards that wait for the trustlines of five wallets.

const LATER = new Date("2099-01-01T00:00:00Z");

let world: World;
let wallets: string[];
let watch: HeldWatch;
beforeEach(async () => {
  world = createWorld();
  wallets = Array.from({ length: 5 }, newWallet).toSorted();
  await holdFor(wallets);
  watch = new HeldWatch(world.context, { rewards: 2, merchants: 9 });
});
afterEach(() => world[Symbol.asyncDispose]());

/** Rewards of a new merchant, one for each wallet. */
async function holdFor(some: string[]): Promise<void> {
  const { merchant } = await createMerchant(world.context);
  const { id: campaign_id } = await createCampaign(world.context, merchant.id);
  for (const [index, wallet_address] of some.entries()) {
    const reward = { campaign_id, amount: 1n, user_id: null, idempotency_key: `${index}` };
    const { issuance } = await accept(world.context, merchant.id, { ...reward, wallet_address });
    const now = world.context.clock.now();
    await world.context.db.commit((store) => hold(store, issuance.id, { reason: "no trustline", now }));
  }
  await world.context.db.commit(async (store) => void (await store.update(jobs).set({ run_at: LATER })));
}

/** Wallets that the node is asked about from now on. */
function noteAsked(): string[] {
  const asked: string[] = [];
  const { trustlines } = world.context.chain;
  world.context.chain.trustlines = (some) => {
    asked.push(...some);
    return trustlines(some);
  };
  return asked;
}

/** Wallets whose rewards a worker may try now, and those whose rewards are still held. */
const state = () =>
  world.context.db.read(async (store) => {
    const due = await store.select().from(jobs).where(lt(jobs.run_at, LATER));
    const held = await store.select().from(issuances).where(isNotNull(issuances.held_at)).orderBy(issuances.id);
    const dueIds = due.map((job) => (job.payload as { issuance_id: number }).issuance_id);
    const all = await store.select().from(issuances).orderBy(issuances.id);
    return {
      due: all.filter(({ id }) => dueIds.includes(id)).map((row) => row.wallet_address),
      held: held.map((row) => row.wallet_address),
    };
  });

/** Looks at all five wallets, two in each ledger. */
async function lookAtAll() {
  for (let look = 0; look < 3; look++) {
    world.chain.ledger += 1;
    await watch.look();
  }
}

it("a reward is due once its wallet has a trustline, however many wait, and its queue is woken", async () => {
  await lookAtAll();
  expect(await state()).toEqual({ due: [], held: wallets });

  const ready = wallets[3] as string;
  world.chain.lines.set(ready, { ...openLine, authorized: false });
  using woken = world.context.wake.subscribe(topics.queue("reward-issuance"));
  await lookAtAll();
  expect(await state()).toEqual({ due: [ready], held: wallets.filter((wallet) => wallet !== ready) });
  expect(await woken.next({ timeoutMs: 1 })).toBe(true);
});

it("each ledger lets as many rewards be looked at as a look may take, and the others have their turn in the next ledgers", async () => {
  const asked = noteAsked();
  await watch.look();
  await watch.look();
  expect(asked).toEqual(wallets.slice(0, 2));
  asked.length = 0;
  await lookAtAll();
  expect(asked).toEqual([...wallets.slice(2), ...wallets.slice(0, 2)]);
});

it("each merchant has its share of a look, however many rewards of others wait, and however many for one wallet", async () => {
  const mine = newWallet();
  await holdFor(Array.from({ length: 50 }, () => wallets[0] as string));
  await holdFor([mine]);
  const asked = noteAsked();
  const fair = new HeldWatch(world.context, { rewards: 9, merchants: 9 });
  for (let look = 0; look < 2; look++) {
    asked.length = 0;
    world.chain.ledger += 1;
    await fair.look();
    expect(asked).toContain(mine);
  }
  // More merchants than a look may take have their turn one after the other.
  const narrow = new HeldWatch(world.context, { rewards: 9, merchants: 1 });
  asked.length = 0;
  for (let look = 0; look < 3; look++) {
    world.chain.ledger += 1;
    await narrow.look();
  }
  expect(asked).toContain(mine);
});

it("rewards of a campaign that is over are tried again without a trustline, to fail", async () => {
  await world.context.db.commit(async (store) => void (await store.update(campaigns).set({ status: "ended" })));
  await lookAtAll();
  expect(await state()).toEqual({ due: wallets, held: [] });
});
