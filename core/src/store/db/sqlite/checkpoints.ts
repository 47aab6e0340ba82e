import { Worker } from "node:worker_threads";
import type { Logger } from "../../../base/logger.ts";

export interface Checkpoints {
  /** Call it before the database is closed, which then leaves no log behind. */
  stop(): Promise<void>;
}

/**
 * Writes what is committed from the log into the database's file, in a thread of its own. Readers and writers don't wait for it. If
 * it fails, the log grows until a commit writes it into the file itself (`open.ts`).
 */
export function startCheckpoints(path: string, log: Logger): Checkpoints {
  const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), { workerData: { path } });
  thread.unref();
  thread.on("message", (code: string) => log.warn({ code }, "the log could not be written into the database's file"));
  thread.on("error", (err) => log.error({ err }, "the thread that writes the log into the database's file ended"));
  return {
    async stop() {
      await thread.terminate();
    },
  };
}
