import { parentPort, workerData } from "node:worker_threads";
import { copyDatabase } from "./copy.ts";

// Entry of the thread in which a running service copies its database: copying, checking and hashing take seconds.

const { source, target } = workerData as { source: string; target: string };
parentPort?.postMessage(await copyDatabase(source, target));
