import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { FIRST_NUMBER } from "../../ledger/chain/batches.ts";
import type { FeeBump } from "../../ledger/chain/sender.ts";
import * as submissions from "../../ledger/chain/submissions.ts";
import * as campaigns from "../../programmes/campaigns/store.ts";
import { issuances } from "../../store/db/schema/issuances.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createCampaign, createMerchant, createWorld, type World } from "../../testing/world.ts";
import { accept } from "../rewards/accept.ts";
import * as settle from "../rewards/settle.ts";
import * as rows from "../rewards/store.ts";
import { giveNewNumbers } from "./numbers.ts";

const FIRST = 2 * FIRST_NUMBER;
const now = new Date();

let world: World;
let merchantId: number;
let campaignId: number;
beforeEach(async () => {
  world = createWorld();
  merchantId = (await createMerchant(world.context)).merchant.id;
  campaignId = (await createCampaign(world.context, merchantId)).id;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const give = () => commit((store) => giveNewNumbers(store, FIRST));
/** A reward that has this number. */
async function issue(number?: number): Promise<number> {
  const reward = { campaign_id: campaignId, wallet_address: newWallet(), amount: 1n, user_id: null };
  const idempotency_key = crypto.randomUUID();
  const { issuance } = await accept(world.context, merchantId, { ...reward, idempotency_key });
  if (number !== undefined) {
    await commit(
      async (store) => void (await store.update(issuances).set({ number }).where(eq(issuances.id, issuance.id))),
    );
  }
  return issuance.id;
}
const numberOf = async (id: number) => (await world.context.db.read((store) => rows.byId(store, id)))?.number;
const nextNumber = async () => (await world.context.db.read((store) => campaigns.byId(store, campaignId)))?.next_number;

it("rewards that wait get numbers of the period, in the order in which they were accepted", async () => {
  const ids = [await issue(FIRST - 1), await issue(7)];
  await give();
  expect(await Promise.all(ids.map(numberOf))).toEqual([FIRST, FIRST + 1]);
  expect(await nextNumber()).toBe(FIRST + 2);
});

it("a number of the period is kept, and given to nobody else", async () => {
  const kept = await issue(FIRST);
  const old = await issue(FIRST - 1);
  await give();
  expect([await numberOf(kept), await numberOf(old)]).toEqual([FIRST, FIRST + 1]);
});

it("what was paid, has failed, or may still be paid by a transaction keeps its number", async () => {
  const [paid, failed, carried] = [await issue(1), await issue(2), await issue(3)];
  await commit(async (store) => {
    await settle.confirm(store, [{ id: paid, txHash: "ab" }], { settings: world.context.settings, now });
    await settle.fail(store, failed, { reason: "x", now });
    const slot = { channel: newWallet(), sequence: 1n, maxLedger: 60, maxTime: 0 };
    const envelope = { xdr: "AAAA", innerHash: "inner", ...slot };
    const bump = { hash: "outer", fee: 1n } as FeeBump;
    const id = await submissions.insert(store, { kind: "payout", campaignId, envelope, bump, now });
    await settle.attach(store, [carried], id, now);
  });
  await give();
  expect([await numberOf(paid), await numberOf(failed), await numberOf(carried)]).toEqual([1, 2, 3]);
});

it("skips taken numbers near the first, and never reaches one that somebody else took far ahead", async () => {
  await issue(FIRST + 3_000_000);
  await give();
  expect(await nextNumber()).toBe(FIRST);
  await issue(FIRST + 999_999);
  await give();
  expect(await nextNumber()).toBe(FIRST + 1_000_000);
});

it("repeated, it changes nothing", async () => {
  const id = await issue(5);
  await give();
  await give();
  expect([await numberOf(id), await nextNumber()]).toEqual([FIRST, FIRST + 1]);
});
