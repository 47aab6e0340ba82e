import { join } from "node:path";
import { openChain } from "./chain/chain.ts";
import { systemClock } from "./clock.ts";
import type { Context } from "./context.ts";
import { openDatabase } from "./db/database.ts";
import { bindDatabase } from "./db/facts.ts";
import { lockDataFolder } from "./db/lock.ts";
import { createHeartbeats } from "./heartbeats.ts";
import type { Logger } from "./logger.ts";
import type { Settings } from "./settings.ts";
import { createWake } from "./wake.ts";

/**
 * The context of a running service: takes the data folder for this process, opens the deployed system and the database
 * that belongs to it. `close` frees them, after the parts that use them have stopped.
 * @throws DataFolderInUseError, ForeignDatabaseError, SetupError
 */
export async function openContext(
  settings: Settings,
  log: Logger,
): Promise<{ context: Context; close(): Promise<void> }> {
  const lock = lockDataFolder(settings.dataDir);
  try {
    const chain = openChain(settings);
    const db = openDatabase(join(settings.dataDir, "merit.db"));
    const { passphrase, contracts } = chain.manifest;
    await bindDatabase(db, { passphrase, distribution: contracts.distribution.id }).catch(async (error) => {
      await db.close();
      throw error;
    });
    const heartbeats = createHeartbeats(systemClock);
    const context = { settings, db, log, clock: systemClock, chain, wake: createWake(), heartbeats };
    return {
      context,
      async close() {
        await db.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}
