import { parentPort, workerData } from "node:worker_threads";
import BetterSqlite3 from "better-sqlite3";
import type { Answer, Question } from "./aside.ts";

// Entry of the thread that carries out long reads, on a connection of its own that writes nothing.

const { path } = workerData as { path: string };
const client = new BetterSqlite3(path, { fileMustExist: true, readonly: true });
client.defaultSafeIntegers(true);

function answer({ id, text, values, method }: Question): Answer {
  try {
    const statement = client.prepare<unknown[]>(text).raw();
    return { id, rows: (method === "get" ? statement.get(...values) : statement.all(...values)) as unknown[] };
  } catch (error) {
    return { id, error: { message: (error as Error).message, code: (error as { code?: string }).code } };
  }
}

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answer(question)));
