import { expect, test } from "vitest";
import { inFunction, type Mutant, withAll, withOne } from "./schemata.ts";

const text = `const DAY: u64 = 24 * 60;
// Größen
fn half(whole: u64) -> u64 {
    whole / 2 // rounded down
}

impl Plan { fn is_due(&self) -> bool { "é".len() > 1 && !self.paid } }
`;

const span = (line: number, first: number, behind: number) => ({
  start: { line, column: first },
  end: { line, column: behind },
});
const half = { span: { start: { line: 3, column: 1 }, end: { line: 5, column: 2 } } };
const isDue = { span: span(7, 13, 69) };

const mutant = (id: number, own: Partial<Mutant>): Mutant => ({
  id,
  name: "",
  file: "",
  function: null,
  span: span(1, 21, 22),
  replacement: "+",
  ...own,
});

const all = [
  mutant(4, { function: isDue, span: span(7, 57, 58), replacement: "" }),
  mutant(2, { function: half, span: span(4, 5, 14), replacement: "0" }),
  mutant(3, { function: half, span: span(4, 11, 12), replacement: "*" }),
].filter(inFunction);

test("each mutated function asks which of its variants is switched on", () => {
  expect(withAll(text, all).text).toBe(`const DAY: u64 = 24 * 60;
// Größen
fn half(whole: u64) -> u64 {
match crate::mutant() {
2u32 => {
    0 // rounded down

}
3u32 => {
    whole * 2 // rounded down

}
_ => {
    whole / 2 // rounded down

}
}
}

impl Plan { fn is_due(&self) -> bool {
match crate::mutant() {
4u32 => { "é".len() > 1 && self.paid 
}
_ => { "é".len() > 1 && !self.paid 
}
}
} }
`);
});

test("a place is the lines of a variant, so that a compiler error can be traced to it", () => {
  const held = withAll(text, all);
  const lines = held.text.split("\n");
  const places = Object.fromEntries(
    held.places.map(({ id, first, last }) => [
      id,
      lines
        .slice(first - 1, last)
        .join("\n")
        .trim(),
    ]),
  );
  expect(places).toEqual({
    2: "2u32 => {\n    0 // rounded down\n\n}",
    3: "3u32 => {\n    whole * 2 // rounded down\n\n}",
    4: '4u32 => { "é".len() > 1 && self.paid \n}',
  });
});

test("a function within a mutated function is refused", () => {
  const inner = { span: span(4, 5, 14) };
  const nested = [...all, mutant(5, { function: inner })].filter(inFunction);
  expect(() => withAll(text, nested)).toThrow("within a mutated function");
});

test("a constant is replaced for good", () => {
  expect(withOne(text, mutant(1, {}))).toBe(text.replace("24 * 60", "24 + 60"));
});
