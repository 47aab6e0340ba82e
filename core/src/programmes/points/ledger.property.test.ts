import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as users from "../../accounts/service.ts";
import { loadSettings } from "../../base/settings/settings.ts";
import { pendingPoints, pointBalances, pointLots, pointTransactions } from "../../store/db/schema/points.ts";
import type { Store } from "../../store/db/store.ts";
import { createMerchant, createWorld, type World } from "../../testing/world.ts";
import * as ledger from "./ledger.ts";
import { expire, mature } from "./maturity.ts";

// The ledger beside a model that keeps parcels of points and looks at the time only when it is asked.

const DAY = 86_400_000;
const START = Date.parse("2030-01-10T12:00:00Z");
const FOREVER = 8_640_000_000_000_000;

type Purse = "shop" | "platform";
type Step =
  | { do: "credit"; cause: number; purse: Purse; points: number; hold: number; live: number | null }
  | { do: "debit"; cause: number; purse: Purse; points: number; both: boolean }
  | { do: "refund" | "cancel"; cause: number }
  | { do: "tidy" };

const cause = fc.integer({ min: 0, max: 5 });
const purse = fc.constantFrom<Purse>("shop", "platform");
const points = fc.integer({ min: 1, max: 60 });
const days = fc.integer({ min: 0, max: 4 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("credit" as const),
      cause,
      purse,
      points,
      hold: days,
      live: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("debit" as const), cause, purse, points, both: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom("refund" as const, "cancel" as const), cause }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("tidy" as const) }) },
);
/** Each group runs concurrently, `wait` hours behind the one before. */
const history = fc.array(
  fc.record({ wait: fc.integer({ min: 0, max: 60 }), steps: fc.array(step, { minLength: 1, maxLength: 8 }) }),
  { minLength: 1, maxLength: 8 },
);

interface Parcel {
  purse: Purse;
  points: number;
  from: number;
  until: number;
}

const endOfDay = (time: number) => (time % DAY === 0 ? time : time - (time % DAY) + DAY);

class Model {
  readonly #causes = new Set<string>();
  readonly #pending = new Map<number, Parcel>();
  readonly #debits = new Map<number, { at: number; taken: Parcel[]; isBack: boolean }>();
  #parcels: Parcel[] = [];

  /** Answer of the step: the sum of its rows, null for nothing done, "refused". */
  apply(step: Step, now: number): number | null | "refused" {
    switch (step.do) {
      case "credit":
        return this.#credit(step, now);
      case "debit":
        return this.#debit(step, now);
      case "refund":
        return this.#refund(step.cause, now);
      case "cancel":
        return this.#cancel(step.cause, now);
      case "tidy":
        return null;
    }
  }

  #credit({ cause, purse, points, hold, live }: Extract<Step, { do: "credit" }>, now: number) {
    if (this.#causes.has(`credit:${cause}`)) return null;
    this.#causes.add(`credit:${cause}`);
    const from = now + hold * DAY;
    const parcel = { purse, points, from, until: live === null ? FOREVER : endOfDay(from + live * DAY) };
    this.#parcels.push(parcel);
    if (hold > 0) this.#pending.set(cause, parcel);
    return points;
  }

  #usable(purse: Purse, now: number) {
    return this.#parcels
      .filter((parcel) => parcel.purse === purse && parcel.from <= now && now < parcel.until && parcel.points > 0)
      .sort((a, b) => a.until - b.until);
  }

  #debit({ cause, purse, points, both }: Extract<Step, { do: "debit" }>, now: number) {
    const known = this.#debits.get(cause);
    if (known) return -known.taken.reduce((sum, { points }) => sum + points, 0);
    const usable = [...this.#usable(purse, now), ...(both && purse === "shop" ? this.#usable("platform", now) : [])];
    if (usable.reduce((sum, parcel) => sum + parcel.points, 0) < points) return "refused";
    const taken: Parcel[] = [];
    let missing = points;
    for (const parcel of usable) {
      const part = Math.min(parcel.points, missing);
      if (part === 0) break;
      parcel.points -= part;
      missing -= part;
      taken.push({ ...parcel, points: part });
    }
    this.#debits.set(cause, { at: now, taken, isBack: false });
    return -points;
  }

  #refund(cause: number, now: number) {
    const debit = this.#debits.get(cause);
    if (!debit || debit.isBack) return null;
    debit.isBack = true;
    for (const { until, ...parcel } of debit.taken) {
      this.#parcels.push({
        ...parcel,
        from: now,
        // Steps are whole hours apart.
        until: until === FOREVER ? FOREVER : until + now - debit.at,
      });
    }
    return debit.taken.reduce((sum, { points }) => sum + points, 0);
  }

  #cancel(cause: number, now: number) {
    const parcel = this.#pending.get(cause);
    if (!parcel || parcel.from <= now) return null;
    this.#pending.delete(cause);
    this.#parcels = this.#parcels.filter((other) => other !== parcel);
    return -parcel.points;
  }

  sums(purse: Purse, now: number) {
    const of = (parcels: Parcel[]) => parcels.reduce((sum, { points }) => sum + points, 0);
    const pending = this.#parcels.filter((parcel) => parcel.purse === purse && parcel.from > now);
    return { available: of(this.#usable(purse, now)), pending: of(pending) };
  }
}

let world: World;
let merchantId: number;
beforeAll(async () => {
  world = createWorld({ LOG_LEVEL: "silent" });
  merchantId = (await createMerchant(world.context)).merchant.id;
});
afterAll(() => world[Symbol.asyncDispose]());

const commit = <T>(unit: (store: Store) => Promise<T>) => world.context.db.commit(unit);
const ownerOf = (purse: Purse) => (purse === "shop" ? merchantId : null);
const sumOf = (rows: { points: number }[]) =>
  rows.length === 0 ? null : rows.reduce((sum, row) => sum + row.points, 0);

const { tiers } = loadSettings({ JWT_SECRET: "x".repeat(40) }).points;

/** The step on the real ledger, answered as the model does. */
async function run(userId: number, step: Step, debited: Set<number>, time: number) {
  const now = new Date(time);
  switch (step.do) {
    case "credit": {
      const availableAt = new Date(time + step.hold * DAY);
      const expiresAt = step.live === null ? null : new Date(availableAt.getTime() + step.live * DAY);
      const { points } = step;
      const credit = { tiers, userId, merchantId: ownerOf(step.purse), kind: "award" as const, points, now };
      const input = { ...credit, cause: `credit:${step.cause}`, availableAt, expiresAt };
      return (await commit((store) => ledger.credit(store, input)))?.points ?? null;
    }
    case "debit": {
      const debit = {
        tiers,
        userId,
        merchantId: ownerOf(step.purse),
        kind: "redemption" as const,
        points: step.points,
        now,
      };
      const input = { ...debit, withPlatform: step.both, cause: `debit:${step.cause}` };
      return commit((store) => ledger.debit(store, input)).then(
        (rows) => {
          debited.add(step.cause);
          return sumOf(rows);
        },
        (error) => {
          if (error.code === "insufficient_points") return "refused" as const;
          throw error;
        },
      );
    }
    case "refund": {
      const causes = { cause: `debit:${step.cause}`, refundCause: `refund:${step.cause}` };
      return sumOf(await commit((store) => ledger.refund(store, { userId, ...causes, now })));
    }
    case "cancel": {
      const causes = { cause: `credit:${step.cause}`, cancelCause: `cancel:${step.cause}` };
      return (await commit((store) => ledger.cancel(store, { userId, ...causes, now })))?.points ?? null;
    }
    case "tidy":
      await tidy(userId, now);
      return null;
  }
}

const tidy = (userId: number, now: Date) =>
  commit(async (store) => {
    await mature(store, userId, { tiers, now });
    await expire(store, userId, now);
  });

/** Sums per purse of the ledger's rows, of the balances, and of lots with pending points. */
const books = (userId: number) =>
  world.context.db.read(async (store) => {
    const sum = (points: unknown) => sql<number>`coalesce(sum(${points}), 0)`.mapWith(Number);
    const of = async (table: typeof pointLots | typeof pendingPoints, owner: number) =>
      (
        await store
          .select({ sum: sum(table.points) })
          .from(table)
          .where(sql`user_id = ${userId} and purse = ${owner}`)
      )[0]?.sum ?? 0;
    return Promise.all(
      [0, merchantId].map(async (owner) => ({
        rows: (
          await store
            .select({ sum: sum(pointTransactions.points) })
            .from(pointTransactions)
            .where(sql`user_id = ${userId} and coalesce(merchant_id, 0) = ${owner}`)
        )[0]?.sum,
        balance:
          (
            await store
              .select({ balance: pointBalances.balance })
              .from(pointBalances)
              .where(sql`user_id = ${userId} and purse = ${owner}`)
          )[0]?.balance ?? 0,
        parts: (await of(pointLots, owner)) + (await of(pendingPoints, owner)),
      })),
    );
  });

it("does what the model does, whatever happens at once, and its books balance", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(history, async (groups) => {
      const user = await commit((store) => users.create(store, {}, new Date(START)));
      const model = new Model();
      const debited = new Set<number>();
      let time = START;
      for (const { wait, steps } of groups) {
        time += wait * 3_600_000;
        // A refund is of a debit that its caller knows of.
        const known = steps.filter((step) => step.do !== "refund" || debited.has(step.cause));
        const answers = await Promise.all(known.map((step) => run(user.id, step, debited, time)));
        expect(answers).toEqual(known.map((step) => model.apply(step, time)));
        const balances = await world.context.db.read((store) => ledger.balances(store, user.id, new Date(time)));
        for (const purse of ["shop", "platform"] as const) {
          const found = balances.find(({ merchant_id }) => merchant_id === ownerOf(purse));
          expect({ available: found?.available ?? 0, pending: found?.pending ?? 0 }).toEqual(model.sums(purse, time));
        }
        for (const { rows, balance, parts } of await books(user.id)) {
          expect(balance).toBeGreaterThanOrEqual(0);
          expect([balance, parts]).toEqual([rows, rows]);
        }
      }
      await tidy(user.id, new Date(time));
      const [platform, shop] = await books(user.id);
      const total = (purse: Purse) => {
        const { available, pending } = model.sums(purse, time);
        return available + pending;
      };
      expect([platform?.rows, shop?.rows]).toEqual([total("platform"), total("shop")]);
    }),
    { numRuns: 150 },
  );
});
