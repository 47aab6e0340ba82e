import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { createHeartbeats } from "../../base/heartbeats.ts";
import { createLogger } from "../../base/logger.ts";
import { createWake, topics } from "../../base/wake.ts";
import { type ClaimLoop, runClaimLoop } from "./claim-loop.ts";

const topic = topics.queue("x");

/** A loop over work that the test adds, and ends piece by piece. */
function start(options: Partial<ClaimLoop> = {}) {
  const due: string[] = [];
  const started: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const logs: string[] = [];
  const stopped = new AbortController();
  const heartbeats = createHeartbeats();
  const wake = createWake();
  const look: ClaimLoop["look"] = async ({ free, isRunning, start }) => {
    for (const name of [...new Set(due)].filter((name) => !isRunning(name)).slice(0, free)) {
      due.splice(due.indexOf(name), 1);
      start(name, () => {
        started.push(name);
        return new Promise<void>((resolve, reject) => ends.set(name, (error) => (error ? reject(error) : resolve())));
      });
    }
  };
  const log = createLogger("debug", { write: (line) => void logs.push(line) });
  const running = runClaimLoop({ wake, log, heartbeats }, { topic, concurrency: 2, look, ...options }, stopped.signal);
  return {
    ...{ started, logs, stopped, heartbeats, running },
    end: (name: string, error?: Error) => ends.get(name)?.(error),
    add(...names: string[]) {
      due.push(...names);
      wake.notify(topic);
    },
    async until(...names: string[]) {
      while (started.length < names.length) await turn();
      expect(started).toEqual(names);
    },
  };
}

it("starts work as long as there is room, and more as soon as some has ended", async () => {
  const loop = start();
  loop.add("a", "b", "c");
  await loop.until("a", "b");
  for (let n = 0; n < 20; n += 1) await turn();
  await loop.until("a", "b");
  loop.end("b");
  await loop.until("a", "b", "c");
  loop.stopped.abort();
  loop.end("a");
  loop.end("c");
  await loop.running;
});

it("says which groups have work that runs", async () => {
  const loop = start();
  loop.add("a", "a", "b");
  await loop.until("a", "b");
  loop.end("a");
  await loop.until("a", "b", "a");
  loop.stopped.abort();
  loop.end("a");
  loop.end("b");
  await loop.running;
});

it("goes on after work that broke off", async () => {
  const loop = start();
  loop.add("a");
  await loop.until("a");
  loop.end("a", new Error("disk full"));
  loop.add("a");
  await loop.until("a", "a");
  expect(loop.logs.join("")).toContain("disk full");
  loop.stopped.abort();
  loop.end("a");
  await loop.running;
});

it("goes on after a look that failed", async () => {
  let looks = 0;
  const look = async () => {
    looks += 1;
    throw new Error("disk full");
  };
  const loop = start({ look });
  while (looks < 2) {
    loop.add();
    await turn();
  }
  expect(loop.logs.join("")).toContain("disk full");
  loop.stopped.abort();
  await loop.running;
});

it("starts nothing more once it is stopped, waits for what runs, and beats until then", async () => {
  const loop = start({ heartbeat: "worker" });
  loop.add("a");
  await loop.until("a");
  loop.stopped.abort();
  loop.add("b");
  expect(await Promise.race([loop.running.then(() => "over"), turn("waits")])).toBe("waits");
  expect(loop.heartbeats.age("worker")).not.toBeNull();
  loop.end("a");
  await loop.running;
  expect(loop.started).toEqual(["a"]);
});
