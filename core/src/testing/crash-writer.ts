import { join } from "node:path";
import { createLogger } from "../base/logger.ts";
import { facts } from "../store/db/schema/facts.ts";
import { startCheckpoints } from "../store/db/sqlite/checkpoints.ts";
import { lockDataFolder } from "../store/db/sqlite/lock.ts";
import { openDatabase } from "../store/db/sqlite/open.ts";
import * as jobs from "../store/jobs/jobs.ts";

// Writes units until it is killed and prints the name of each that was answered. Arguments: folder, name of the run.

const [folder = "", run = ""] = process.argv.slice(2);
const CLIENTS = 20;

lockDataFolder(folder);
const path = join(folder, "merit.db");
const db = openDatabase(path);
startCheckpoints(path, createLogger("warn", process.stderr));

async function client(number: number): Promise<never> {
  for (let turn = 0; ; turn += 1) {
    const name = `${run}-${number}-${turn}`;
    await db.commit(async (store) => {
      await store.insert(facts).values({ name, value: "1" });
      const job = {
        queue: "reward-issuance",
        key: name,
        group: "1",
        payload: {},
        now: new Date(),
      } as const;
      await jobs.add(store, job);
    });
    process.stdout.write(`${name}\n`);
  }
}

await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
