// Preparations for the parts of `npm test`: downloads and builds.
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildContracts, buildLocalnet, buildWeb } from "../build.ts";
import { chromium } from "../chromium.ts";
import { postgres } from "../postgres.ts";
import { pythonTools } from "../python.ts";
import { root, run, StepError, step } from "../run.ts";
import { fetchCrates } from "../toolchain.ts";

const withUnitTests = ["localnet", "localnet-ledger"];
const localnet = [...withUnitTests, "localnet-fuzz"];

/**
 * Options of cargo for the contracts' tests. One selection for all runs: cargo unites the features of all selected packages, and each
 * union compiles the host again. Localnet is apart since the contracts' tests switch on the host's test utilities, which it must not have.
 */
export const contractTests = [
  ...unoptimised(globSync("contracts/*/Cargo.toml", { cwd: root }).map(packageOf)),
  "--workspace",
  ...localnet.flatMap((name) => ["--exclude", name]),
];

/**
 * Options of cargo for localnet's tests. Those of the server start the program that everybody uses, so it stays optimised for them; those
 * of the fuzz targets need its library.
 */
export const localnetTests = [
  [...unoptimised(withUnitTests), ...packages(withUnitTests), "--lib", ...testsIn("ledger")],
  [...unoptimised(["localnet-fuzz"]), ...packages(localnet), ...testsIn("rpc"), ...testsIn("fuzz")],
];

/** Our own packages compile in a third of the time without optimisation, and their tests take little longer: the host stays optimised. */
function unoptimised(packages: string[]): string[] {
  return packages.flatMap((name) => ["--config", `profile.release.package.${name}.opt-level=0`]);
}

function packages(names: string[]): string[] {
  return names.flatMap((name) => ["-p", name]);
}

function packageOf(manifest: string): string {
  const name = /^name = "(.+)"$/m.exec(readFileSync(join(root, manifest), "utf8"))?.[1];
  if (name === undefined) throw new StepError(`${manifest} has no name`);
  return name;
}

/** A test is a file, or a folder with a `main.rs`. */
function testsIn(folder: string): string[] {
  const files = globSync(`localnet/${folder}/tests/{*.rs,*/main.rs}`, { cwd: root }).sort();
  return files.flatMap((file) => ["--test", basename(file.replace(/(\/main)?\.rs$/, ""))]);
}

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
  "tests of the contracts": () => buildTests("the contracts", contractTests),
  "tests of localnet": async () => {
    for (const options of localnetTests) await buildTests("localnet", options);
  },
};

export type Need = keyof typeof downloads | keyof typeof builds;

async function buildTests(what: string, options: string[]): Promise<void> {
  step(`Building the Rust tests of ${what}`);
  await run("cargo", ["test", "--release", "--locked", "--no-run", ...options]);
}
