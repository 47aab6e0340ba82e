import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Localnet } from "./localnet.ts";
import { freePort, root, surroundings } from "./processes.ts";

/** A data folder with a ledger on which the contracts are deployed; every test starts from a copy. */
export async function createTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "merit-template-"));
  const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
  await ledger.start();
  execFileSync(process.execPath, [join(root, "cli/bin/merit.mjs"), "deploy", "--network", "local"], {
    ...surroundings({ MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ledger.stop();
  return folder;
}
