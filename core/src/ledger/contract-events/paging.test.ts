import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { contractEvents } from "../../store/db/schema/contract-events.ts";
import { newWallet } from "../../testing/chain.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { type EventFilter, list } from "./service.ts";
import { recordSubjects } from "./subjects.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const wallets = [newWallet(), newWallet()];
const kinds = [
  { contract: "asset", type: "mint" },
  { contract: "asset", type: "transfer" },
  { contract: "pool", type: "deposit" },
];

/** Events of a ledger, by their kind and wallet, that are stored after a reader's page. */
const ledgers = fc.array(fc.array(fc.tuple(fc.nat(kinds.length - 1), fc.nat(wallets.length - 1)), { maxLength: 6 }), {
  maxLength: 8,
});

const filters: EventFilter[] = [
  {},
  { contract: "asset" },
  { types: ["mint", "deposit"] },
  { wallet: wallets[0] },
  { wallet: wallets[1], types: ["transfer"] },
  { contract: "asset", from: new Date(3000), from_ledger: 2 },
];

it("a reader that follows the cursor while events are stored sees each event of its filter once, in order", async () => {
  const { db } = world.context;
  let base = 0;
  const store = (ledger: number, events: [number, number][]) => {
    const rows = events.map(([kind, wallet], index) => ({
      ...(kinds[kind] as { contract: string; type: string }),
      id: `${String(BigInt(ledger) << 32n).padStart(19, "0")}-${String(index).padStart(10, "0")}`,
      ...{ contract_id: "C", ledger, ledger_closed_at: new Date(ledger * 1000), tx_hash: String(ledger) },
      data: { to: wallets[wallet] },
    }));
    if (rows.length === 0) return;
    return db.commit(async (tx) => {
      await tx.insert(contractEvents).values(rows);
      await recordSubjects(tx, rows, []);
    });
  };
  const read = (filter: EventFilter, limit: number, after?: string) =>
    db.read((tx) => list(tx, { ...filter, limit, after }));
  await fc.assert(
    fc.asyncProperty(
      ledgers,
      fc.constantFrom(...filters),
      fc.integer({ min: 1, max: 4 }),
      async (added, filter, limit) => {
        const start = { ...filter, from_ledger: Math.max(filter.from_ledger ?? 1, base + 1) };
        const seen: string[] = [];
        let hasMore = true;
        for (let next = 0; next < added.length || hasMore; next++) {
          if (next < added.length) await store(base + next + 1, added[next] ?? []);
          const page = await read(start, limit, seen.at(-1));
          seen.push(...page.rows.map(({ id }) => id));
          hasMore = page.hasMore;
        }
        base += added.length;
        const all = (await read(start, 10_000)).rows.map(({ id }) => id);
        expect(seen).toEqual(all);
        const reverse = (await db.read((tx) => list(tx, { ...start, limit: 10_000, order: "desc" }))).rows;
        expect(reverse.map(({ id }) => id).reverse()).toEqual(all);
        const expected = (await read({ from_ledger: start.from_ledger }, 10_000)).rows.filter(
          ({ contract, type, data, ledger_closed_at }) =>
            (filter.contract ?? contract) === contract &&
            (filter.types ?? [type]).includes(type) &&
            (filter.wallet === undefined || filter.wallet === (data as { to: string }).to) &&
            (filter.from === undefined || ledger_closed_at >= filter.from),
        );
        expect(all).toEqual(expected.map(({ id }) => id));
      },
    ),
    { numRuns: 100 },
  );
});
