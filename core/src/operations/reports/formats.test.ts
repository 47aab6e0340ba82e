import { expect, it } from "vitest";
import type { Cell } from "./files.ts";
import { formats } from "./formats.ts";

const csvOf = (...cells: Cell[]) =>
  formats.csv.rowsOf(
    ["cell"],
    cells.map((cell) => ({ cell })),
    true,
  );

it("writes CSV as RFC 4180 has it", () => {
  const columns = ["text", "number", "nothing", "flag"];
  const row = { text: 'a, "b"', number: -1, nothing: null, flag: false };
  expect(formats.csv.begin(columns)).toBe("text,number,nothing,flag\r\n");
  expect(formats.csv.rowsOf(columns, [row, { ...row, text: "" }], true)).toBe('"a, ""b""",-1,,false\r\n,-1,,false\r\n');
  expect(csvOf("plain", "a\nb", "a\rb", "a\r\nb")).toBe('plain\r\n"a\nb"\r\n"a\rb"\r\n"a\r\nb"\r\n');
});

it.each([..."=+-@\t\r\n|%＝＋－＠｜％"])("shows text that begins with %j as text, not as a formula", (sign) => {
  expect(csvOf(`${sign}1`)).toMatch(/^"?'/);
  expect(csvOf(`1${sign}`)).not.toContain("'");
});
