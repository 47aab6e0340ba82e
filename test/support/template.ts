// Runs once for all system tests: a ledger with the contracts deployed, kept as a folder from which every test starts.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { Localnet } from "./localnet.ts";
import { freePort, root } from "./processes.ts";

declare module "vitest" {
  interface ProvidedContext {
    template: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "merit-template-"));
  const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
  await ledger.start();
  execFileSync(process.execPath, [join(root, "cli/bin/merit.mjs"), "deploy", "--network", "local"], {
    env: { ...process.env, MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ledger.stop();
  project.provide("template", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
