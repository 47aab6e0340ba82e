// One server of `bench api` in its own process: `merit` with all its middleware, or the bare one, each on its own database. Prints
// where it listens.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startServer } from "@merit/api/server.ts";
import { createLogger, writtenPerTurn } from "@merit/core/base/logger.ts";
import { startCheckpoints } from "@merit/core/store/db/sqlite/checkpoints.ts";
import { createWorld } from "@merit/core/testing/world.ts";
import { destination } from "pino";
import { seed } from "./api-seed.ts";
import { bareServer } from "./bare.ts";

// Nobody is exempt from the limits, and nobody reaches them. The log level is the default.
const unlimited = {
  RATE_LIMIT_WHITELIST: "192.0.2.1",
  RATE_LIMIT_ISSUE: "10000000",
  RATE_LIMIT_CREDENTIAL: "10000000",
};
const world = createWorld({ ...unlimited, LOG_LEVEL: "info" });
// In tests the log is kept in memory; here there are millions of lines, which go to a file as in a service.
world.context.log = createLogger("info", writtenPerTurn(destination({ dest: join(world.folder, "log"), sync: true })));
const seeded = await seed(world);
const checkpoints = startCheckpoints(world.path, world.context.log);
const url = process.argv[2] === "merit" ? (await startServer(world.context)).url : await startBare();
process.stdout.write(`${JSON.stringify({ url, ...seeded })}\n`);
process.stdin.resume().on("end", () => {
  void checkpoints
    .stop()
    .then(() => world[Symbol.asyncDispose]())
    .then(() => process.exit(0));
});

async function startBare(): Promise<string> {
  const server = bareServer(world, seeded).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
