import { download } from "./download.ts";
import { exists, run, StepError, step } from "./run.ts";

/** Installs Debian's packages. @throws StepError that says `otherwise`, where that can't be done */
export async function installPackages(packages: readonly string[], otherwise: string): Promise<void> {
  if (!exists("/usr/bin/apt-get") || process.getuid?.() !== 0) throw new StepError(otherwise);
  step(`Installing ${packages.join(", ")}`);
  try {
    await download(packages.join(", "), async () => {
      await run("apt-get", ["update", "-qq"]);
      await run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages]);
    });
  } catch (error) {
    if (!(error instanceof StepError)) throw error;
    throw new StepError(`${otherwise} (${error.message})`);
  }
}
