import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { prune as pruneBefore } from "@merit/core/ledger/contract-events/retention.ts";
import * as daily from "@merit/core/operations/statements/daily-balances.ts";
import { contractEventSubjects, contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { createMerchant, createWorld, type World } from "@merit/core/testing/world.ts";
import { rpc } from "@stellar/stellar-sdk";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { Follower } from "./follow.ts";
import { backfill, gapsIn, rebuild, verify } from "./maintain.ts";
import { rpcSource } from "./source.ts";
import { address, i128, party, rawEvent, symbol, text } from "./testing/events.ts";
import { startNode, type TestNode } from "./testing/node.ts";

const asset = address.contract(1);
const decode = decoder([{ id: asset, name: "asset" }]);
const mint = (ledger: number, index = 0) =>
  rawEvent(asset, [symbol("mint"), party(address.account(7)), text("MERIT:G")], i128(BigInt(ledger)), {
    ledger,
    index,
  });

let world: World;
let node: TestNode;
let archive: TestNode;
beforeEach(async () => {
  world = createWorld();
  [node, archive] = [await startNode(), await startNode()];
  // The service's node has dropped the ledgers up to 9; another one still has them.
  const events = [mint(2), mint(4), mint(4, 1), mint(4, 2), mint(9), mint(12), mint(15)];
  Object.assign(node, { oldest: 10, latest: 20, events });
  Object.assign(archive, { oldest: 1, latest: 20, events });
});
afterEach(async () => {
  for (const each of [node, archive, world]) await each[Symbol.asyncDispose]();
});

const source = ({ url }: TestNode) => rpcSource(new rpc.Server(url, { allowHttp: true }), [asset]);
const deps = () => ({ ...world.context, decode, wants: () => true, own: [asset], pageSize: 2 });
const stored = () =>
  world.context.db.read(async (store) => store.select().from(contractEvents).orderBy(asc(contractEvents.id)));
const subjects = () => world.context.db.read(async (store) => store.select().from(contractEventSubjects));
const ids = async () => (await stored()).map(({ id }) => id);
const all = () => archive.events.map(({ id }) => id);

async function follow(from = 1): Promise<void> {
  const follower = new Follower({ ...deps(), source: source(node), startLedger: from });
  while ((await follower.step()) === "more");
}

it("a gap is filled from a node that still has its ledgers, with what the events are about", async () => {
  await follow();
  expect(await ids()).toEqual(all().slice(5));
  expect(await gapsIn(world.context.db)).toMatchObject([{ from: 1, to: 9 }]);
  expect(await backfill(deps(), source(node))).toMatchObject({ events: 0, missing: [{ from: 1, to: 9 }] });
  expect(await backfill(deps(), source(archive))).toEqual({ events: 5, missing: [] });
  expect(await ids()).toEqual(all());
  expect((await subjects()).map(({ event_id }) => event_id).sort()).toEqual(all());
  expect(await verify(deps(), source(archive))).toMatchObject({ events: 7, missing: [], unknown: [], different: [] });
});

it("what the other node doesn't have either stays a gap", async () => {
  await follow();
  archive.oldest = 4;
  expect(await backfill(deps(), source(archive))).toMatchObject({ events: 4, missing: [{ from: 1, to: 3 }] });
  archive.oldest = 1;
  expect(await backfill(deps(), source(archive))).toEqual({ events: 1, missing: [] });
});

it("an interrupted filling goes on where it stopped, and repeats nothing", async () => {
  await follow();
  const broken = source(archive);
  let pages = 0;
  const page: typeof broken.page = (start, limit) => {
    pages += 1;
    if (pages > 2) throw new Error("the connection broke");
    return broken.page(start, limit);
  };
  await expect(backfill(deps(), { ...broken, page })).rejects.toThrow("the connection broke");
  const [gap] = await gapsIn(world.context.db);
  expect(gap?.from).toBe(4);
  await backfill(deps(), source(archive));
  expect(await gapsIn(world.context.db)).toEqual([]);
  expect(await ids()).toEqual(all());
});

it("a node of another ledger fills nothing", async () => {
  await follow();
  archive.chain = "b";
  await expect(backfill(deps(), source(archive))).rejects.toThrow("serves another ledger");
  expect(await ids()).toEqual(all().slice(5));
});

it("a node that doesn't show the last known ledger fills nothing: it may be another one's", async () => {
  await follow();
  Object.assign(archive, { latest: 12, events: [] });
  const refused = "The node doesn't have ledger 14, which shows that it serves the ledger that the data belongs to";
  await expect(backfill(deps(), source(archive))).rejects.toThrow(refused);
  expect(await gapsIn(world.context.db)).toMatchObject([{ from: 1, to: 9 }]);
});

it("finds events that are missing, that the node doesn't have, and that differ", async () => {
  node.oldest = 1;
  await follow();
  const [first, second, third] = await ids();
  await world.context.db.commit(async (store) => {
    await store.delete(contractEvents).where(eq(contractEvents.id, first ?? ""));
    await store
      .update(contractEvents)
      .set({ data: { to: "thief" } })
      .where(eq(contractEvents.id, second ?? ""));
  });
  node.events = node.events.filter(({ id }) => id !== third);
  const found = await verify(deps(), source(node));
  expect(found).toMatchObject({ from: 1, to: 20, missing: [first], different: [second], unknown: [third] });
});

it("rebuilds what is derived to the same, and repairs what is not", async () => {
  node.oldest = 1;
  await follow();
  const before = [await stored(), await subjects()];
  expect(await rebuild(deps())).toEqual({ events: 7, changed: 0 });
  expect([await stored(), await subjects()]).toEqual(before);
  await world.context.db.commit(async (store) => {
    await store.update(contractEvents).set({ type: "unknown", data: {} });
    await store.delete(contractEventSubjects);
  });
  expect(await rebuild(deps())).toEqual({ events: 7, changed: 7 });
  expect([await stored(), await subjects()]).toEqual(before);
});

it("keeps no sums of events that it has decoded to something else before it was broken off", async () => {
  node.oldest = 1;
  await follow();
  const { db } = world.context;
  const { merchant } = await createMerchant(world.context);
  const sums = [{ day: new Date(0), free: 0n, reserved: 0n }];
  await db.commit(async (store) => {
    await store.update(contractEvents).set({ data: {} });
    await daily.add(store, merchant.id, sums, undefined);
  });
  let pages = 0;
  const read: typeof db.read = (query) => {
    pages += 1;
    if (pages > 1) throw new Error("killed");
    return db.read(query);
  };
  await expect(rebuild({ ...deps(), db: { ...db, commit: (unit) => db.commit(unit), read } })).rejects.toThrow(
    "killed",
  );
  expect(await db.read((store) => daily.newestUntil(store, merchant.id, new Date()))).toBeUndefined();
});

it("keeps what an earlier spec explained and the present one does not", async () => {
  node.oldest = 1;
  await follow();
  const before = await stored();
  expect(
    await rebuild({ ...deps(), decode: decoder([{ id: asset, name: "asset", spec: contractSpec("pool") }]) }),
  ).toEqual({
    events: 7,
    changed: 0,
  });
  expect(await stored()).toEqual(before);
});

it("payments that were deleted after their time are not missed, and what is left can be rebuilt", async () => {
  node.oldest = 1;
  await follow();
  const { ledger_closed_at } = (await stored())[4] as { ledger_closed_at: Date };
  const prune = () => world.context.db.commit((store) => pruneBefore(store, ledger_closed_at));
  expect([await prune(), await prune()]).toEqual([4, 0]);
  expect(await ids()).toEqual(all().slice(4));
  expect(await verify(deps(), source(archive))).toEqual({
    ...{ from: 9, to: 20, events: 3, missing: [], unknown: [], different: [] },
  });
  expect(await rebuild(deps())).toEqual({ events: 3, changed: 0 });
});
