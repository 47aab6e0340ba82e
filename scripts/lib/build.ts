// Everything that must be built before anything can run; each step is quick if it is up to date.
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { binary, contractsFolder, root, run, step, targetFolder } from "./run.ts";
import { hashOf, isDone, unlessDone } from "./stamp.ts";
import { checkRust, wasmEnvironment } from "./toolchain.ts";
import { checkWorkspace } from "./workspace.ts";

/** Optimised wasm of every contract, or of the named ones, and their hashes, in target/contracts. */
export async function buildContracts(names: string[] = []): Promise<void> {
  const inputs = hashOf([
    "Cargo.toml",
    "Cargo.lock",
    ...globSync("contracts/*/{Cargo.toml,src}", { cwd: root }).sort(),
  ]);
  const stamp = join(contractsFolder, ".inputs");
  if (isDone(stamp, inputs) && names.length === 0) return;
  await checkRust();
  await checkWorkspace();
  step("Building the contracts (wasm)");
  // The build tool is for this machine, so it must not see the environment that is meant for wasm.
  await run("cargo", ["build", "--release", "--locked", "-p", "merit-contract-build"]);
  const environment = await wasmEnvironment();
  // From here on the folder can hold contracts of different sources.
  if (!isDone(stamp, inputs)) rmSync(stamp, { force: true });
  await run(binary("merit-contract-build"), [contractsFolder, ...names], environment);
  if (names.length === 0) writeFileSync(stamp, inputs);
}

/** The embedded ledger, unless MERIT_LOCALNET names another build of it. */
export async function buildLocalnet(): Promise<void> {
  if (process.env.MERIT_LOCALNET) return;
  const inputs = hashOf(["localnet", "Cargo.toml", "Cargo.lock"]);
  await unlessDone(join(targetFolder, "release", ".localnet-inputs"), inputs, async () => {
    await checkRust();
    await checkWorkspace();
    step("Building localnet, the embedded ledger (3 to 6 minutes the first time)");
    await run("cargo", ["build", "--release", "--locked", "-p", "localnet"]);
  });
}

/** Builds the pages, in web/dist. */
export async function buildWeb(): Promise<void> {
  const inputs = hashOf([
    "web/src",
    "web/index.html",
    "web/app.html",
    "web/vite.config.ts",
    "web/first-load.ts",
    "client/src",
    "bindings/ledger-time.ts",
    "package-lock.json",
  ]);
  await unlessDone(join(root, "web", "dist", ".inputs"), inputs, async () => {
    step("Building the pages");
    // Another NODE_ENV would build React's version for development, which is larger than a first page may be.
    await run("vite", ["build", "web", "--logLevel", "warn"], { NODE_ENV: "production" });
  });
}
