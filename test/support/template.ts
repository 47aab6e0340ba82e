import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundled, bundleMerit } from "./bundle.ts";
import { Localnet } from "./localnet.ts";
import { freePort, surroundings } from "./processes.ts";

/**
 * A data folder with a ledger on which the contracts are deployed; every test starts from a copy. The service's bundle, which the
 * tests start, is made as well.
 */
export async function createTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "merit-template-"));
  const ledger = new Localnet(await freePort(), join(folder, "local", "ledger"));
  await Promise.all([bundleMerit(), ledger.start()]);
  execFileSync(process.execPath, [bundled, "deploy", "--network", "local"], {
    ...surroundings({ MERIT_DATA_DIR: folder, MERIT_RPC_URL: ledger.url }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  await ledger.stop();
  return folder;
}
