import { merit } from "@merit/cli/testing/cli.ts";
import type { World } from "./world.ts";

/**
 * The faults that the system finds in itself: `merit audit` ends with another status than 0 then. It runs in this process, since a process
 * of its own takes seconds to load.
 */
export async function audit(world: World): Promise<string[]> {
  const env = {
    MERIT_RPC_URL: world.ledger.url,
    ...(world.databaseUrl !== null && { DATABASE_URL: world.databaseUrl }),
  };
  const { code, out, err } = await merit(["audit", "--data", world.folder, "--json"], { env });
  return code === 0 ? [] : [`merit audit ended with ${code}: ${out}${err}`];
}
