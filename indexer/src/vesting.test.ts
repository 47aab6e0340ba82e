import { contractSpec } from "@merit/core/ledger/contract-events/names.ts";
import { contractEvents } from "@merit/core/store/db/schema/contract-events.ts";
import { vestingSchedules } from "@merit/core/store/db/schema/vesting.ts";
import { createWorld, type World } from "@merit/core/testing/world.ts";
import type { xdr } from "@stellar/stellar-sdk";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { decoder } from "./decode.ts";
import { type EventRow, saveProgress } from "./store.ts";
import { address, bool, bytes, i128, map, party, rawEvent, symbol, u64 } from "./testing/events.ts";
import { withoutIds } from "./testing/rows.ts";

const contract = address.contract(9);
const [funder, holder, heir] = [address.account(5), address.account(6), address.account(7)];
const decode = decoder([{ id: contract, name: "vesting", spec: contractSpec("vesting") }]);

let world: World;
let ledger: number;
beforeEach(() => {
  world = createWorld();
  ledger = 9;
});
afterEach(() => world[Symbol.asyncDispose]());

/** An event of the contract as the indexer stores it, one ledger after the one before. */
function row(type: string, topics: xdr.ScVal[], fields: Record<string, xdr.ScVal>): EventRow {
  ledger += 1;
  const raw = rawEvent(contract, [symbol(type), ...topics], map(fields), { ledger });
  const { id, contractId: contract_id, txHash: tx_hash } = raw;
  return {
    id,
    contract_id,
    ...decode(raw),
    xdr: null,
    ledger,
    ledger_closed_at: new Date(raw.ledgerClosedAt),
    tx_hash,
  };
}

/** The schedule whose id is 32 times the byte. */
const id = (byte: number) => bytes(new Uint8Array(32).fill(byte));
const created = (byte: number, total = 100n, more: Record<string, xdr.ScVal> = {}) =>
  row("created", [id(byte), party(holder)], {
    ...{ funder: party(funder), total: i128(total), revocable: bool(true), ...more },
  });
const claimed = (byte: number, amount: bigint) => row("claimed", [id(byte), party(holder)], { amount: i128(amount) });
const revoked = (byte: number, refunded: bigint) =>
  row("revoked", [id(byte)], { revoker: party(funder), funder: party(funder), refunded: i128(refunded) });
const offered = (byte: number) =>
  row("transfer_begun", [id(byte)], { to: party(heir), expires_at: u64(1_900_000_000n) });
const transferred = (byte: number) => row("transferred", [id(byte)], { from: party(holder), to: party(heir) });

const save = (rows: EventRow[]) =>
  world.context.db.commit((store) =>
    saveProgress(
      store,
      { position: { cursor: null, ledger }, rows },
      { own: [], settings: world.context.settings, now: new Date() },
    ),
  );
const all = () =>
  world.context.db.read(async (store) => store.select().from(vestingSchedules).orderBy(asc(vestingSchedules.id)));

it("follows a schedule from its creation to its last payment", async () => {
  const first = created(1);
  await save([first]);
  expect(await all()).toMatchObject([
    {
      ...{ schedule: "01".repeat(32), funder, granted_to: holder, beneficiary: holder, status: "active", total: 100n },
      ...{ released: 0n, refunded: 0n, revocable: true, revoked_at: null, offered_to: null, tx_hash: first.tx_hash },
    },
  ]);
  await save([claimed(1, 30n), claimed(1, 20n)]);
  expect(await all()).toMatchObject([{ released: 50n, status: "active" }]);
  const end = revoked(1, 10n);
  await save([end]);
  expect(await all()).toMatchObject([{ refunded: 10n, status: "revoked", revoked_at: end.ledger_closed_at }]);
  await save([claimed(1, 40n)]);
  expect(await all()).toMatchObject([{ released: 90n, status: "finished" }]);
});

it("records the same of a schedule whether or not its event names revoker and reference: earlier code named neither", async () => {
  const now = created(1, 100n, { revoker: party(funder), reference: id(5) });
  expect(now.data).toMatchObject({ revoker: funder, reference: "05".repeat(32) });
  const before = created(2);
  expect(before.data).toMatchObject({ funder, total: "100", revoker: null, reference: null });
  await save([now, before]);
  const same = { funder, beneficiary: holder, total: 100n, revocable: true, status: "active" };
  expect(await all()).toMatchObject([same, same]);
});

it("follows offers to other wallets", async () => {
  await save([created(1), created(2), created(3), offered(1), offered(2), offered(3)]);
  const offer = { offered_to: heir, offer_ends_at: new Date(1_900_000_000_000), beneficiary: holder };
  expect(await all()).toMatchObject([offer, offer, offer]);
  await save([transferred(1), row("transfer_cancelled", [id(2)], {}), revoked(3, 100n)]);
  const none = { offered_to: null, offer_ends_at: null };
  expect(await all()).toMatchObject([
    { ...none, beneficiary: heir, granted_to: holder },
    { ...none, beneficiary: holder },
    { ...none, status: "finished" },
  ]);
});

it("makes the same rows when the ledger is read again, and counts no event twice", async () => {
  const rows = [created(1), created(2), claimed(1, 30n), offered(2), revoked(1, 70n), transferred(2)];
  await save(rows);
  await save(rows);
  const before = await all();
  expect(before).toMatchObject([{ released: 30n, status: "finished" }, { beneficiary: heir }]);
  await world.context.db.commit(async (store) => {
    await store.delete(contractEvents);
    await store.delete(vestingSchedules);
  });
  await save(rows);
  expect(withoutIds(await all())).toEqual(withoutIds(before));
});

it("gives schedules of release 0.2.0, which had numbers, the ids that they have now", async () => {
  const fields = { funder: party(funder), total: i128(100n), revocable: bool(true) };
  await save([row("created", [u64(300n), party(holder)], fields), row("transfer_cancelled", [u64(300n)], {})]);
  const amount = { amount: i128(100n) };
  const numbered = bytes(Buffer.from("012c".padStart(64, "0"), "hex"));
  await save([row("claimed", [numbered, party(holder)], amount)]);
  expect(await all()).toMatchObject([{ schedule: `${"0".repeat(61)}12c`, status: "finished" }]);
});

it("continues after events that it can't use", async () => {
  await save([
    claimed(8, 5n),
    created(1, 2n ** 100n),
    row("created", [id(2), party(holder)], {}),
    row("paused", [], {}),
  ]);
  expect(await all()).toEqual([]);
});
