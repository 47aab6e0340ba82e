import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { eventually } from "./wait.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

it("gives what the check returns once it passes", async () => {
  let looks = 0;
  const found = await eventually(async () => {
    looks += 1;
    if (looks < 3) throw new Error("not yet");
    return looks;
  });
  expect(found).toBe(3);
});

it("no test waits by itself: vitest gives up after a second, which is not long on a busy machine", () => {
  const files = ["core", "api", "client", "indexer", "cli"].flatMap((name) =>
    readdirSync(join(root, name, "src"), { recursive: true, encoding: "utf8" }).map((file) => join(name, "src", file)),
  );
  const waits = files.filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.startsWith("core/src/testing/wait.") &&
      /\bvi\s*\.wait(For|Until)\b|\bexpect\s*\.poll\b/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(waits, "use `eventually` of core/src/testing/wait.ts").toEqual([]);
});
