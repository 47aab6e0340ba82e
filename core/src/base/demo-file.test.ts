import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { isDone, readDemo, writeDemo } from "./demo-file.ts";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-demo-"));
  path = join(folder, "demo.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("keeps an unfinished demo in a file that only its owner can read", () => {
  expect(readDemo(path)).toBeUndefined();
  const begun = { merchant_id: 1, api_key: "mk_test_1" };
  writeDemo(path, begun);
  expect(readDemo(path)).toEqual(begun);
  expect(isDone(begun)).toBe(false);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it.each(['{"merchant_id": 1, "api_key": "mk_test_secret"', '{"merchant_id": "mk_test_secret"}', ""])(
  "names a broken file and the way out, and never its content: %j",
  (content) => {
    writeFileSync(path, content);
    expect(() => readDemo(path)).toThrow(`${path} is broken. Remove it`);
    expect(() => readDemo(path)).not.toThrow("mk_test_secret");
  },
);
