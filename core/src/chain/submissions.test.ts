import { afterEach, beforeEach, expect, it } from "vitest";
import type { Store } from "../db/store.ts";
import { newWallet } from "../testing/chain.ts";
import { createWorld, type World } from "../testing/world.ts";
import type { FeeBump } from "./sender.ts";
import * as submissions from "./submissions.ts";

const now = new Date();

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const bump = (hash: string) => ({ hash, fee: 300n }) as FeeBump;
const envelope = (innerHash: string) => ({
  xdr: "AAAA",
  innerHash,
  channel: newWallet(),
  sequence: 2n ** 60n,
  maxLedger: 60,
  maxTime: 1_900_000_000,
});
const store = (innerHash: string) =>
  commit((unit) =>
    submissions.insert(unit, { kind: "payout", envelope: envelope(innerHash), bump: bump(`outer-${innerHash}`), now }),
  );

it("gives an open submission back as it was stored, and keeps every outer hash once", async () => {
  const id = await store("a");
  await commit((unit) => submissions.addHash(unit, id, bump("raised")));
  await commit((unit) => submissions.addHash(unit, id, bump("outer-a")));
  const [open] = await world.context.db.read((unit) => submissions.listOpen(unit));
  expect(open && submissions.envelopeOf(open)).toMatchObject({ innerHash: "a", sequence: 2n ** 60n, maxLedger: 60 });
  expect(await world.context.db.read((unit) => submissions.hashesOf(unit, id))).toEqual(["outer-a", "raised"]);
});

it("closes once: a second result would be applied twice", async () => {
  const id = await store("a");
  await commit((unit) => submissions.close(unit, id, { state: "dead", now }));
  await expect(commit((unit) => submissions.close(unit, id, { state: "dead", now }))).rejects.toThrow("not open");
  expect(await world.context.db.read((unit) => submissions.listOpen(unit))).toEqual([]);
});

const known = () =>
  world.context.db.read(async (unit) => ({
    numbered: (await submissions.batchesAbove(unit, 0)).sort((a, b) => a - b),
    unnumbered: await submissions.countUnnumbered(unit, 0),
  }));

it("knows the numbers of its batches, and how many more may have one", async () => {
  const close = async (id: number, closing: Omit<submissions.Closing, "now">) => {
    await commit((unit) => submissions.close(unit, id, { ...closing, now }));
    return known();
  };
  expect(await known()).toEqual({ numbered: [], unnumbered: 0 });
  const [a, b, c, d, e] = [await store("a"), await store("b"), await store("c"), await store("d"), await store("e")];
  expect(await known()).toEqual({ numbered: [], unnumbered: 5 });
  expect((await close(a, { state: "dead" })).unnumbered).toBe(4);
  expect((await close(b, { state: "failed", ledger: 12 })).unnumbered).toBe(3);
  expect((await close(c, { state: "consumed", ledger: 9 })).unnumbered).toBe(3);
  // It was over before this batch, whose event is indexed by now.
  expect(await close(d, { state: "confirmed", ledger: 10, batchSeq: 7 })).toEqual({ numbered: [7], unnumbered: 1 });
  expect((await close(e, { state: "consumed", ledger: 10 })).unnumbered).toBe(1);

  const [f, g] = [await store("f"), await store("g")];
  expect((await known()).unnumbered).toBe(3);
  expect((await close(f, { state: "confirmed", ledger: 11 })).unnumbered).toBe(3);
  expect(await close(g, { state: "confirmed", ledger: 12, batchSeq: 9 })).toEqual({ numbered: [7, 9], unnumbered: 0 });
  expect(await world.context.db.read((unit) => submissions.batchesAbove(unit, 7))).toEqual([9]);
  expect(await world.context.db.read(submissions.lastId)).toBe(g);
  await store("h");
  expect(await world.context.db.read((unit) => submissions.countUnnumbered(unit, g))).toBe(1);
});

it("counts no other transactions as batches", async () => {
  const id = await commit((unit) =>
    submissions.insert(unit, { kind: "campaign", envelope: envelope("a"), bump: bump("outer-a"), now }),
  );
  expect((await known()).unnumbered).toBe(0);
  await commit((unit) => submissions.close(unit, id, { state: "consumed", ledger: 9, now }));
  expect((await known()).unnumbered).toBe(0);
});
