import { parentPort, workerData } from "node:worker_threads";
import BetterSqlite3 from "better-sqlite3";

// Entry of the thread that writes the log of a database into its file.

const PAUSE_MS = 250;

const { path } = workerData as { path: string };
const client = new BetterSqlite3(path, { timeout: 0, fileMustExist: true });
client.pragma("synchronous = FULL");
let failure: string | undefined;
setInterval(() => {
  let found: string | undefined;
  try {
    client.pragma("wal_checkpoint(PASSIVE)");
  } catch (error) {
    found = (error as { code?: string }).code ?? String(error);
  }
  // A full disk stays full for many of these.
  if (found !== undefined && found !== failure) parentPort?.postMessage(found);
  failure = found;
}, PAUSE_MS);
