import type { Database } from "@merit/core/store/db/database.ts";
import { describe, expect, it } from "vitest";
import { rankCursor } from "../routes/leaderboard/schema.ts";
import { placeCursor } from "../routes/transactions/schema.ts";
import { eventCursor } from "../routes/wallets/schema.ts";
import { cursorOf, decodeId, idCursor, partsOf, presentIdPage, readPage } from "./list.ts";

const refused = { status: 422, errors: [{ field: "cursor", message: expect.stringContaining("next_cursor") }] };

/** The parts that the decoder finds in a cursor, or the problem. */
function read(cursor: string, form: RegExp): unknown {
  try {
    return partsOf(cursor, form);
  } catch (problem) {
    return problem;
  }
}

describe("a cursor", () => {
  it("is read as it was made", () => {
    expect(decodeId(idCursor(1234))).toBe(1234);
    expect(read(cursorOf("share", 7, 0), /^share:(\d+):(\d+)$/)).toEqual(["7", "0"]);
  });

  it.each([
    ["id", idCursor(123456), /^before:(\d+)$/],
    ["rank", rankCursor(123), /^rank:(\d+)$/],
    ["event", eventCursor("0000000317827584000-0000000001"), /^event:(\d+-\d+)$/],
    [
      "transaction",
      placeCursor({ created_at: new Date(5), type: "drop", id: 12, leaf: 34 }),
      /^(\d+):drop:(\d+):(\d+)$/,
    ],
  ])("that was cut off, or got something else, is none: %s", (_, cursor, form) => {
    expect(read(cursor, form)).toBeInstanceOf(Array);
    for (let length = 0; length < cursor.length; length++) {
      expect(read(cursor.slice(0, length), form), cursor.slice(0, length)).toMatchObject(refused);
    }
    for (const added of ["A", "=", "%", " ", "\n", cursor]) {
      expect(read(cursor + added, form), added).toMatchObject(refused);
    }
    expect(read(`${cursor.slice(0, 4)}!${cursor.slice(4)}`, form)).toMatchObject(refused);
  });
});

it("reads a page of a period aside, and shares it with equal calls of its owner only", async () => {
  const asked: string[] = [];
  const db = {
    read: () => Promise.resolve("here"),
    readAside: (...names: string[]) => Promise.resolve(asked.push(names.slice(0, 2).join()) && "aside"),
  } as unknown as Database;
  const read = (merchant_id: number, query: object) =>
    readPage(db, { merchant_id }, "rewards", query, () => Promise.resolve(""));
  expect(await read(1, { limit: 20, status: "failed" })).toBe("here");
  const from = new Date(0);
  for (const [owner, query] of [
    [1, { limit: 20, from }],
    [2, { limit: 20, from }],
    [1, { limit: 20, to: from }],
    [1, { limit: 20, from, cursor: 7 }],
  ] as const)
    expect(await read(owner, query)).toBe("aside");
  expect(new Set(asked).size).toBe(4);
});

it("a page goes on behind its last row, or where it stopped to look", () => {
  const rows = [{ id: 9 }, { id: 7 }];
  const next = (page: object) => presentIdPage({ rows, hasMore: true, ...page }, ({ id }) => id).next_cursor;
  expect(next({})).toBe(idCursor(7));
  expect(next({ next: 3 })).toBe(idCursor(3));
  expect(next({ rows: [], next: 3 })).toBe(idCursor(3));
  expect(next({ hasMore: false })).toBeNull();
});
