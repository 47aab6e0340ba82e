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

it("accounts for batches by count or by their highest number, whichever proves more", async () => {
  const known = () => world.context.db.read((unit) => submissions.knownBatches(unit));
  expect(await known()).toEqual({ landed: 0, open: 0 });
  const [first, second, third] = [await store("a"), await store("b"), await store("c")];
  expect(await known()).toEqual({ landed: 0, open: 3 });
  await commit((unit) => submissions.close(unit, first, { state: "confirmed", now }));
  await commit((unit) => submissions.close(unit, second, { state: "failed", now }));
  expect(await known()).toEqual({ landed: 1, open: 1 });
  await commit((unit) => submissions.close(unit, third, { state: "confirmed", batchSeq: 7, now }));
  expect(await known()).toEqual({ landed: 7, open: 0 });
});
