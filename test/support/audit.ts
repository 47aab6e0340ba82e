import { Cli } from "./cli.ts";
import type { World } from "./world.ts";

/** What the system finds wrong with itself, by `merit audit`: it ends with another status than 0 then. */
export async function audit(world: World): Promise<string[]> {
  const cli = new Cli(world.api.base, { MERIT_RPC_URL: world.ledger.url });
  const { code, stdout, stderr } = await cli.run("audit", "--data", world.folder, "--json");
  return code === 0 ? [] : [`merit audit ended with ${code}: ${stdout}${stderr}`];
}
