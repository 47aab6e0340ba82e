import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { type Row, writeReport } from "./files.ts";

it("is one writer's whole file, also if another writes the same report at the same time", async () => {
  const folder = mkdtempSync(join(tmpdir(), "merit-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "users-1.csv");
  const other = Promise.withResolvers<void>();
  async function* slow(): AsyncGenerator<Row[]> {
    yield [{ id: 1 }];
    await other.promise;
    yield [{ id: 2 }];
  }
  async function* fast(): AsyncGenerator<Row[]> {
    yield [{ id: 3 }];
  }
  const first = writeReport(path, "csv", ["id"], slow());
  await writeReport(path, "csv", ["id"], fast());
  expect(readFileSync(path, "utf8")).toBe("id\r\n3\r\n");
  other.resolve();
  expect((await first).rows).toBe(2);
  expect(readFileSync(path, "utf8")).toBe("id\r\n1\r\n2\r\n");
  expect(readdirSync(folder)).toEqual(["users-1.csv"]);
});
