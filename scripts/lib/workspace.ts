// Names the reason why cargo can't build a crate that somebody has just added. Cargo's own messages don't say what to do.
import { globSync } from "node:fs";
import { join } from "node:path";
import { $ } from "zx";
import { root, StepError } from "./run.ts";

/** @throws StepError naming what to write or run */
export async function checkWorkspace(): Promise<void> {
  const args = ["metadata", "--locked", "--format-version=1"];
  const { exitCode, stdout, stderr } = await $({ cwd: root, quiet: true, nothrow: true })`cargo ${args}`;
  if (/lock file .* --locked/.test(stderr)) {
    throw new StepError("Cargo.lock doesn't have all that the crates need. Run `cargo update --workspace`.");
  }
  if (exitCode !== 0) throw new StepError(`cargo can't read the workspace:\n${stderr.trim()}`);
  const { packages } = JSON.parse(stdout) as { packages: { manifest_path: string }[] };
  const members = new Set(packages.map((each) => each.manifest_path));
  const crates = globSync("contracts/*/Cargo.toml", { cwd: root });
  const stray = crates.filter((path) => !members.has(join(root, path))).map((path) => path.replace("/Cargo.toml", ""));
  if (stray.length === 0) return;
  const lines = stray.map((path) => `"${path}",`).join(" ");
  throw new StepError(
    `${stray.join(", ")}: not in the workspace, so cargo builds nothing of it. Add ${lines} to \`members\` in Cargo.toml, ` +
      "then run `cargo update --workspace`.",
  );
}
