// localnet's own numbers: start, transfers beside the bare host in the same run, pages of a long history.
import { run } from "../../scripts/lib/run.ts";

export async function localnet(): Promise<void> {
  await run("cargo", ["bench", "--locked", "-p", "localnet", "--bench", "numbers"]);
}
