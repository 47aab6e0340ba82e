import { Worker } from "node:worker_threads";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { tell } from "../statements.ts";
import type { Store } from "../store.ts";

export interface Question {
  id: number;
  text: string;
  values: unknown[];
  method: string;
}

export type Answer = { id: number } & ({ rows: unknown[] } | { error: { message: string; code?: string | undefined } });

/** Reads whose statements a thread carries out, so that others have the event loop meanwhile. */
export interface Aside {
  store: Store;
  close(): Promise<void>;
}

/** @param path of the database; the thread starts with the first statement */
export function createAside(path: string): Aside {
  let thread: Worker | undefined;
  let last = 0;
  let isClosed = false;
  const asked = new Map<number, PromiseWithResolvers<unknown[]>>();

  function settle(id: number, how: (call: PromiseWithResolvers<unknown[]>) => void): void {
    const call = asked.get(id);
    asked.delete(id);
    // An idle thread doesn't keep the process alive.
    if (asked.size === 0) thread?.unref();
    if (call) how(call);
  }

  function start(): Worker {
    const started = new Worker(new URL("./aside-thread.ts", import.meta.url), { workerData: { path } });
    started.on("message", (answer: Answer) =>
      settle(answer.id, ({ resolve, reject }) => {
        if ("rows" in answer) resolve(answer.rows);
        else reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }));
      }),
    );
    // The next statement starts another one.
    const end = (why: Error) => {
      // A thread that fails also ends: the statements after its failure are the next thread's.
      if (thread !== started) return;
      thread = undefined;
      for (const id of [...asked.keys()]) settle(id, ({ reject }) => reject(why));
    };
    started.on("error", end);
    started.on("exit", () => end(new Error("the thread of long reads has ended")));
    return started;
  }

  const store = drizzle(async (text, values, method) => {
    tell("sqlite", text);
    if (isClosed) throw new Error("the database is closed");
    thread ??= start();
    const call = Promise.withResolvers<unknown[]>();
    last += 1;
    asked.set(last, call);
    thread.ref();
    thread.postMessage({ id: last, text, values, method } satisfies Question);
    return { rows: await call.promise };
  });
  return {
    store: store as unknown as Store,
    async close() {
      isClosed = true;
      await thread?.terminate();
    },
  };
}
