import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { DatabaseUnavailable } from "../unavailable.ts";
import { explainStorage } from "./storage-faults.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "merit-unavailable-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const failure = (code: string) => Object.assign(new Error("of SQLite"), { code });

it.each([
  ["SQLITE_FULL", "full", /disk .* is full/],
  ["SQLITE_READONLY", "read-only", /read-only/],
  ["SQLITE_READONLY_DBMOVED", "read-only", /read-only/],
  ["SQLITE_BUSY", "locked", /another process holds its lock/],
  ["SQLITE_BUSY_RECOVERY", "locked", /another process holds its lock/],
  ["SQLITE_LOCKED", "locked", /another process holds its lock/],
  ["SQLITE_IOERR_FSYNC", "failing", /I\/O errors/],
  ["SQLITE_CANTOPEN", "missing", /can't be opened/],
])("%s is %s", (code, fault, cause) => {
  for (const error of [failure(code), new Error("of drizzle", { cause: failure(code) })]) {
    const explained = explainStorage(error, folder);
    expect(explained).toBeInstanceOf(DatabaseUnavailable);
    expect(explained).toMatchObject({ fault, code, message: expect.stringMatching(cause), cause: error });
  }
});

it.each(["SQLITE_IOERR_WRITE", "SQLITE_CANTOPEN"])("asks the folder itself what %s comes from", (code) => {
  expect(explainStorage(failure(code), join(folder, "gone"))).toMatchObject({ fault: "missing" });
  expect(readdirSync(folder)).toEqual([]);
});

it.each(["SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CORRUPT", "EMFILE", undefined])("leaves %s as it is", (code) => {
  const error = Object.assign(new Error("another"), { code });
  expect(explainStorage(error, folder)).toBe(error);
});
