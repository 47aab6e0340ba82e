import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFileAtomically } from "./atomic-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-file-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

it("writes a file that only its owner can read, and the folders above it", () => {
  const path = join(folder, "a", "b", "keys.json");
  writeFileAtomically(path, "first", 0o600);
  chmodSync(path, 0o644);
  writeFileAtomically(path, "second", 0o600);
  expect(readFileSync(path, "utf8")).toBe("second");
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "a", "b"))).toEqual(["keys.json"]);
});

it("leaves nothing behind when the file can't take its place", () => {
  const path = join(folder, "keys.json");
  mkdirSync(path);
  writeFileSync(join(path, "x"), "");
  expect(() => writeFileAtomically(path, "secret", 0o600)).toThrow();
  expect(readdirSync(folder)).toEqual(["keys.json"]);
});
