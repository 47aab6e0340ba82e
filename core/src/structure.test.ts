import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";

// The size of core's first level, which a newcomer reads at a glance. Lint checks that no arrow points up, and that there is no circle.

const src = import.meta.dirname;
const code = globSync("**/*.ts", { cwd: src })
  .filter((file) => !file.endsWith(".test.ts"))
  .map((file) => ({ file, text: readFileSync(join(src, file), "utf8") }));
/** A folder, or a file beside the folders. */
const roomOf = (file: string) => file.split("/")[0] ?? "";

it("the first level has at most 13 rooms", () => {
  const rooms = readdirSync(src).filter((name) => !name.endsWith(".test.ts"));
  expect(rooms.length).toBeGreaterThan(10);
  expect(rooms.length).toBeLessThanOrEqual(13);
});

it("at most 70 arrows join them, those of testing apart: set-ups of tests may use everything", () => {
  const arrows = code.flatMap(({ file, text }) =>
    [...text.matchAll(/(?:from|import) ?\(?"(\.[^"]+)"/g)].map(
      ([, to = ""]) => `${roomOf(file)} -> ${roomOf(normalize(join(dirname(file), to)))}`,
    ),
  );
  const between = new Set(arrows.filter((arrow) => !/^(\S+) -> \1$|testing/.test(arrow)));
  expect(between.size).toBeGreaterThan(40);
  expect(between.size).toBeLessThanOrEqual(70);
});

it("no file of code has more than 450 lines", () => {
  const long = code.filter(({ text }) => text.trimEnd().split("\n").length > 450).map(({ file }) => file);
  expect(long).toEqual([]);
});
