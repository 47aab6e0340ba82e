// Everything that must be built before anything can run; each step is quick if it is up to date.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { binary, contractsFolder, run, step, targetFolder } from "./run.ts";
import { hashOf, unlessDone } from "./stamp.ts";
import { checkRust, wasmEnvironment } from "./toolchain.ts";

/** Optimised wasm of every contract and their hashes, in target/contracts. */
export async function buildContracts(): Promise<void> {
  const inputs = hashOf(["contracts", "Cargo.toml", "Cargo.lock"]);
  await unlessDone(join(contractsFolder, ".inputs"), inputs, async () => {
    await checkRust();
    step("Building the contracts (wasm)");
    rmSync(contractsFolder, { recursive: true, force: true });
    // The build tool is for this machine, so it must not see the environment that is meant for wasm.
    await run("cargo", ["build", "--release", "--locked", "-p", "merit-contract-build"]);
    await run(binary("merit-contract-build"), [contractsFolder], await wasmEnvironment());
  });
}

/** The embedded ledger, unless MERIT_LOCALNET names another build of it. */
export async function buildLocalnet(): Promise<void> {
  if (process.env.MERIT_LOCALNET) return;
  const inputs = hashOf(["localnet", "Cargo.toml", "Cargo.lock"]);
  await unlessDone(join(targetFolder, "release", ".localnet-inputs"), inputs, async () => {
    await checkRust();
    step("Building localnet, the embedded ledger (3 to 6 minutes the first time)");
    await run("cargo", ["build", "--release", "--locked", "-p", "localnet"]);
  });
}
