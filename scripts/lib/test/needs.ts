// Preparations for the parts of `npm test`: downloads and builds.
import { buildContracts, buildLocalnet, buildWeb } from "../build.ts";
import { chromium } from "../chromium.ts";
import { postgres } from "../postgres.ts";
import { pythonTools } from "../python.ts";
import { run, step } from "../run.ts";
import { fetchCrates } from "../toolchain.ts";

/**
 * The packages of the contracts' tests. One selection for all runs: cargo unites the features of all selected packages, and each union
 * compiles the host again. Localnet is apart since the contracts' tests switch on the host's test utilities, which it must not have.
 */
const localnet = ["localnet", "localnet-fuzz", "localnet-ledger"];
export const contractPackages = ["--workspace", ...localnet.flatMap((name) => ["--exclude", name])];
export const localnetPackages = localnet.flatMap((name) => ["-p", name]);

/** Downloads in the order in which they are made. Each is quick if nothing is missing. */
export const downloads = {
  crates: fetchCrates,
  chromium,
  postgres,
  schemathesis: () => pythonTools("schemathesis"),
  receivers: () => pythonTools("receivers"),
  clients: () => pythonTools("clients"),
  "stellar-sdk": () => pythonTools("stellar-sdk"),
};

export const builds = {
  web: buildWeb,
  contracts: buildContracts,
  localnet: buildLocalnet,
  "tests of the contracts": () => buildTests("contracts", contractPackages),
  "tests of localnet": () => buildTests("localnet", localnetPackages),
};

export type Need = keyof typeof downloads | keyof typeof builds;

async function buildTests(what: string, packages: string[]): Promise<void> {
  step(`Building the Rust tests of ${what}`);
  await run("cargo", ["test", "--release", "--locked", "--no-run", ...packages]);
}
