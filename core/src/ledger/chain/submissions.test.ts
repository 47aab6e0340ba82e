import { afterEach, beforeEach, expect, it } from "vitest";
import { submissionHashes, submissionStates, submissions as table } from "../../store/db/schema/submissions.ts";
import type { Store } from "../../store/db/store.ts";
import { newWallet } from "../../testing/chain.ts";
import { createWorld, type World } from "../../testing/world.ts";
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
  const hashes = await world.context.db.read(async (unit) => unit.select().from(submissionHashes));
  expect(hashes.map(({ hash, submission_id }) => [hash, submission_id]).sort()).toEqual([
    ["outer-a", id],
    ["raised", id],
  ]);
});

const ends = submissionStates.filter((state) => state !== "stored");

it.each(ends)("ends once as %s: a second result, whatever it is, would be applied twice", async (state) => {
  const id = await store("a");
  await commit((unit) => submissions.close(unit, id, { state, now }));
  for (const other of ends) {
    const again = commit((unit) => submissions.close(unit, id, { state: other, txHash: "late", now }));
    await expect(again).rejects.toThrow("it has already ended");
  }
  const row = await world.context.db.read(async (unit) => unit.select().from(table).get());
  expect(row).toMatchObject({ state, tx_hash: null });
  expect(await world.context.db.read(submissions.listOpen)).toEqual([]);
});

it("knows the newest one, which reveals that an older database was put in place", async () => {
  expect(await world.context.db.read(submissions.lastId)).toBe(0);
  await store("a");
  const id = await store("b");
  expect(await world.context.db.read(submissions.lastId)).toBe(id);
});
