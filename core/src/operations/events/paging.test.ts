import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import { emit } from "../../store/event-log/store.ts";
import type { EventType } from "../../store/event-log/types.ts";
import { createWorld, type World } from "../../testing/world.ts";
import { list, readOn } from "./service.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const types = ["points.credited", "points.debited", "redemption.created"] as const satisfies EventType[];
const filters: (EventType[] | undefined)[] = [undefined, ["points.debited"], ["points.credited", "redemption.created"]];

/** Commits by the type and the merchant of each event, of which the reader sees the first one's. */
const commits = fc.array(fc.array(fc.tuple(fc.nat(types.length - 1), fc.nat(1)), { maxLength: 6 }), { maxLength: 8 });

it("readers that follow a cursor while events are added see each of their events once, in order", async () => {
  const { db, settings } = world.context;
  let merchants = 0;
  await fc.assert(
    fc.asyncProperty(
      commits,
      commits,
      fc.constantFrom(...filters),
      fc.integer({ min: 1, max: 4 }),
      async (before, during, wanted, limit) => {
        const [own, other] = [++merchants, ++merchants];
        const owner = { merchant_id: own };
        const add = (events: [number, number][] = []) =>
          db.commit((store) =>
            emit(
              store,
              events.map(([type, merchant]) => ({
                ...{ type: types[type] as EventType, merchantId: merchant === 0 ? own : other },
                ...{ userId: null, objectId: 1, data: {} },
              })),
              new Date(),
            ),
          );
        const all = async () =>
          (await db.read((store) => list(settings, store, owner, { types: wanted, limit: 10_000 }))).rows;
        const newest = async () => (await all())[0]?.id ?? 0;
        const start = await newest();
        for (const events of before) await add(events);
        const known = await newest();

        const backward: number[] = [];
        const forward: number[] = [];
        let [cursor, position]: [number | undefined, number] = [undefined, start];
        let [isOlder, isNewer] = [true, true];
        for (let next = 0; next < during.length || isOlder || isNewer; next++) {
          const [, older, newer] = await Promise.all([
            add(during[next]),
            isOlder ? db.read((store) => list(settings, store, owner, { types: wanted, before: cursor, limit })) : null,
            db.read((store) => readOn(store, position, limit, { owner, types: wanted })),
          ]);
          backward.push(...(older?.rows ?? []).map(({ id }) => id));
          cursor = backward.at(-1);
          isOlder = older?.hasMore ?? false;
          forward.push(...newer.found.map(({ id }) => id));
          position = newer.position;
          isNewer = newer.hasMore || next < during.length;
        }
        const expected = (await all()).map(({ id, type, merchant_id }) => {
          expect([merchant_id, wanted?.includes(type) ?? true]).toEqual([own, true]);
          return id;
        });
        expect(forward.toReversed()).toEqual(expected);
        // The list begins at what was the newest event then, and has all that are older.
        expect(backward[0] ?? 0).toBeGreaterThanOrEqual(known);
        expect(backward).toEqual(expected.filter((id) => id <= (backward[0] ?? 0)));
        const added = [...before, ...during].flat().filter(([type, merchant]) => {
          return merchant === 0 && (wanted?.includes(types[type] as EventType) ?? true);
        });
        expect(expected).toHaveLength(added.length);
      },
    ),
    { numRuns: 100 },
  );
});

it("a page of two types has both events of a commit or neither", async () => {
  const { db, settings } = world.context;
  const owner = { merchant_id: 1 };
  const wanted: EventType[] = ["points.credited", "redemption.created"];
  const added = wanted.map((type) => ({ type, merchantId: 1, userId: null, objectId: 1, data: {} }));
  const page = () => db.read((store) => list(settings, store, owner, { types: wanted, limit: 1_000 }));
  for (let round = 0; round < 100; round++) {
    const add = db.commit((store) => emit(store, added, new Date()));
    const pages = await Promise.all(Array.from({ length: 10 }, page));
    for (const { rows } of pages) expect(rows.length % 2).toBe(0);
    await add;
  }
});
