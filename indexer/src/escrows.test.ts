import { type Escrow, statusOf } from "@merit/core/agreements/escrows/store.ts";
import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { escrows } from "@merit/core/store/db/schema/escrows.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { createWorld, type World } from "@merit/core/testing/world.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { type EventRow, saveProgress } from "./store.ts";
import { address, bool, bytes, i128, map, party, rawEvent, symbol, u32, u64, vec } from "./testing/events.ts";
import { withoutIds } from "./testing/rows.ts";

const contract = address.contract(9);
const [depositor, beneficiary, arbiter] = [1, 2, 3].map(address.account) as [string, string, string];
const decode = decoder([{ id: contract, name: "escrow", spec: contractSpec("escrow") }]);

let world: World;
let ledger: number;
beforeEach(() => {
  world = createWorld();
  ledger = 9;
});
afterEach(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const all = (): Promise<Escrow[]> =>
  world.context.db.read(async (store) => store.select().from(escrows).orderBy(asc(escrows.id)));
const statuses = async () => (await all()).map(statusOf);

/** An event of the contract as the indexer stores it, one ledger after the one before. */
function row(topics: xdr.ScVal[], fields: Record<string, xdr.ScVal>): EventRow {
  ledger += 1;
  const { id, contractId, txHash, ...event } = rawEvent(contract, topics, map(fields), { ledger });
  const decoded = decode({ id, contractId, txHash, ...event });
  const place = { id, contract_id: contractId, ledger, tx_hash: txHash };
  return { ...place, ...decoded, xdr: null, ledger_closed_at: new Date(event.ledgerClosedAt) };
}

/** The id of an escrow: 32 times the byte. */
const name = (byte: number) => bytes(new Uint8Array(32).fill(byte));
const terms = (amount: bigint) => ({
  ...{ arbiter: party(arbiter), amount: i128(amount), fee: u32(100), agreement: name(0) },
});
const created = (id: xdr.ScVal, amount = 30n, more: Record<string, xdr.ScVal> = {}) =>
  row([symbol("created"), id, party(depositor), party(beneficiary)], { ...terms(amount), ...more });
const accepted = (id: xdr.ScVal, who: string, bound: boolean) =>
  row([symbol("accepted"), id, party(who)], { bound: bool(bound) });
const disputed = (id: xdr.ScVal, milestone: number) =>
  row([symbol("disputed"), id, u32(milestone)], {
    ...{ party: party(depositor), evidence: name(1), decide_by: u64(1_900_000_000n) },
  });
const settled = (id: xdr.ScVal, milestone: number, parts: [bigint, bigint, bigint]) => {
  const [released, refunded, fee] = parts.map((part) => i128(part)) as [xdr.ScVal, xdr.ScVal, xdr.ScVal];
  return row([symbol("settled"), id, u32(milestone)], { status: u32(4), released, refunded, fee });
};

const save = (...rows: EventRow[]) =>
  commit((store) =>
    saveProgress(
      store,
      { position: { cursor: null, ledger }, rows },
      { own: [], settings: world.context.settings, now: new Date() },
    ),
  );

it("follows an escrow from its creation to its end", async () => {
  const id = name(7);
  const first = created(id);
  await save(first);
  expect(await all()).toMatchObject([
    {
      ...{ contract_escrow_id: "07".repeat(32), depositor, beneficiary, arbiter, amount: 30n, held: 30n },
      ...{ tx_hash: first.tx_hash, created_at: first.ledger_closed_at },
    },
  ]);
  const seen = [...(await statuses())];
  const steps = [
    accepted(id, beneficiary, false),
    accepted(id, arbiter, true),
    disputed(id, 0),
    disputed(id, 15),
    settled(id, 15, [5n, 4n, 1n]),
    settled(id, 0, [0n, 10n, 0n]),
    row([symbol("extended"), id, u32(1)], { deadline: u64(1_900_000_000n) }),
    settled(id, 1, [10n, 0n, 0n]),
  ];
  for (const step of steps) {
    await save(step);
    seen.push(...(await statuses()));
  }
  expect(seen).toEqual([
    ...["awaiting", "awaiting", "active", "disputed", "disputed", "disputed", "active", "active", "ended"],
  ]);
  expect((await all())[0]).toMatchObject({ held: 0n, updated_at: steps.at(-1)?.ledger_closed_at });
});

it("records the same of an escrow whether or not its event has all terms: earlier code left some out", async () => {
  const now = created(name(7), 30n, {
    parts: vec([map({ amount: i128(30n), deadline: u64(1_900_000_000n) })]),
    ...{ dispute_window: u64(86_400n), undecided_share: u32(5_000), reference: name(9) },
  });
  expect(now.data).toMatchObject({
    parts: [{ amount: "30", deadline: "1900000000" }],
    ...{ dispute_window: "86400", undecided_share: 5_000, reference: "09".repeat(32) },
  });
  const before = created(name(8));
  const absent = { parts: null, dispute_window: null, undecided_share: null, reference: null };
  expect(before.data).toMatchObject({ depositor, amount: "30", ...absent });
  await save(now, before);
  const same = { depositor, beneficiary, arbiter, amount: 30n, held: 30n };
  expect(await all()).toMatchObject([same, same]);
});

it("makes the same rows when the ledger is read again, and changes none when events come twice", async () => {
  const [a, b] = [name(1), name(2)];
  const rows = [created(a), created(b, 5n), accepted(b, beneficiary, false), accepted(a, arbiter, true)];
  rows.push(disputed(a, 2), settled(a, 1, [9n, 0n, 1n]), settled(b, 0, [0n, 5n, 0n]));
  await save(...rows);
  const before = await all();
  await save(...rows);
  expect(await all()).toEqual(before);
  await commit(async (store) => {
    await store.delete(escrows);
    await store.delete(contractEvents);
  });
  for (const each of rows) await save(each);
  expect(withoutIds(await all())).toEqual(withoutIds(before));
});

it("records those of release 0.2.0, which had numbers and needed no acceptance", async () => {
  const number = u64(258n);
  await save(created(number), disputed(number, 1), settled(number, 1, [0n, 10n, 0n]));
  expect(await all()).toMatchObject([
    {
      contract_escrow_id: `${"0".repeat(60)}0102`,
      depositor,
      beneficiary,
      arbiter,
      held: 20n,
      disputed: 0,
      bound: true,
    },
  ]);
});

it("continues after events that it can't use", async () => {
  await save(
    row([symbol("created"), name(1)], {}),
    created(name(2), 2n ** 100n),
    settled(name(3), 0, [1n, 0n, 0n]),
    row([symbol("fee_set")], { fee: u32(3) }),
    row([symbol("owed"), party(depositor)], { amount: i128(1n) }),
  );
  expect(await all()).toEqual([]);
});
