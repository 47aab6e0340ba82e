import { execFile } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const bin = fileURLToPath(new URL("../../bin/merit.mjs", import.meta.url));

it.each([
  ["exit 3", "without a message, by exit code 3"],
  ["kill -KILL $$", "without a message, by SIGKILL"],
  ["echo No room. >&2; exit 1", "No room."],
])("says how the embedded ledger ended at its start: %s", async (script, reason) => {
  const folder = mkdtempSync(join(tmpdir(), "merit-ledger-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const localnet = join(folder, "localnet");
  writeFileSync(localnet, `#!/bin/sh\n${script}\n`);
  chmodSync(localnet, 0o755);
  const args = [bin, "start", "--data", join(folder, "data"), "--port", "0", "--rpc-port", "0"];
  const env = { PATH: process.env.PATH, HOME: folder, MERIT_LOCALNET: localnet };
  const { code, err } = await new Promise<{ code: unknown; err: string }>((resolve) => {
    execFile(process.execPath, args, { env }, (error, _, err) => resolve({ code: error?.code, err }));
  });
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(reason) });
});
