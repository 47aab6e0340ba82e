import { Cli } from "./cli.ts";
import type { World } from "./world.ts";

let known: Promise<boolean> | undefined;

/** The one place that knows how `merit audit` is asked: it is, as soon as there is such a command. */
const isKnown = (cli: Cli) => {
  known ??= cli.run("audit", "--help").then(({ code, stdout }) => code === 0 && stdout.includes("Usage: merit audit"));
  return known;
};

/** What the system finds wrong with itself, by `merit audit`: it ends with another status than 0 then. */
export async function audit(world: World): Promise<string[]> {
  const cli = new Cli(world.api.base, { MERIT_RPC_URL: world.ledger.url });
  if (!(await isKnown(cli))) return [];
  const { code, stdout, stderr } = await cli.run("audit", "--data", world.folder, "--json");
  return code === 0 ? [] : [`merit audit ended with ${code}: ${stdout}${stderr}`];
}
