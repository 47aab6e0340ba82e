import { describe, expect, it } from "vitest";
import { rankCursor } from "../routes/leaderboard/schema.ts";
import { placeCursor } from "../routes/transactions/schema.ts";
import { eventCursor } from "../routes/wallets/schema.ts";
import { cursorOf, decodeId, idCursor, partsOf } from "./list.ts";

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
