import { exists, run, StepError, step } from "./run.ts";

/** Installs Debian's packages. @throws StepError that says `otherwise`, where that can't be done */
export async function installPackages(packages: readonly string[], otherwise: string): Promise<void> {
  if (!exists("/usr/bin/apt-get") || process.getuid?.() !== 0) throw new StepError(otherwise);
  step(`Installing ${packages.join(", ")}`);
  try {
    await run("apt-get", ["update", "-qq"]);
    await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
  } catch {
    throw new StepError(otherwise);
  }
}
