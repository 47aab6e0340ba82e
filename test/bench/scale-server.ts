// One process of the API for `bench scale`, with all its middleware. node scale-server.ts [URL]: by default on a file of its own.
// With "seed=ROWS" it makes a merchant and that many rewards first. Prints where it listens.
import { join } from "node:path";
import { startServer } from "@merit/api/server.ts";
import { createLogger, writtenPerTurn } from "@merit/core/base/logger.ts";
import { startCheckpoints } from "@merit/core/store/db/sqlite/checkpoints.ts";
import { destination } from "pino";
import { filler, openWorld, seed } from "./scale-world.ts";

const [rows = "0", url] = process.argv.slice(2);
const world = openWorld(url);
// In tests the log is kept in memory; here there are many lines, which go to a file as in a service.
world.context.log = createLogger("info", writtenPerTurn(destination({ dest: join(world.folder, "log"), sync: true })));
const seeded = Number(rows) > 0 ? await seed(world) : undefined;
if (seeded) {
  await using target = await filler(world, seeded);
  await target.fill({ from: 1, to: Number(rows) });
}
const { db, log } = world.context;
const checkpoints = db.engine === "sqlite" ? startCheckpoints(world.path, log) : undefined;
const server = await startServer(world.context);
process.stdout.write(`${JSON.stringify({ url: server.url, ...seeded })}\n`);
process.stdin.resume().on("end", async () => {
  await checkpoints?.stop();
  await world[Symbol.asyncDispose]();
  process.exit(0);
});
