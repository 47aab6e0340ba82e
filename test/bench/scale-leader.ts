// How long nobody leads the worker's role after its leader was killed, and after it was stopped.
import { join } from "node:path";
import { Process, root } from "../support/processes.ts";
import { median } from "./figures.ts";

/** As in a service (core/src/store/db/postgres/open.ts). */
const STOPPED_MS = 10_000;
const ROUNDS = 3;

export async function takeOver(url: string): Promise<void> {
  for (const [signal, what] of [
    ["SIGKILL", "was killed"],
    ["SIGSTOP", "was stopped"],
  ] as const) {
    const samples: number[] = [];
    for (let round = 0; round < (signal === "SIGKILL" ? ROUNDS : 1); round += 1) samples.push(await once(url, signal));
    console.log(
      `A leader that ${what}: another process commits after ${(median(samples) / 1000).toFixed(1)} s (goal: 10 s after a kill)`,
    );
  }
}

async function once(url: string, signal: "SIGKILL" | "SIGSTOP"): Promise<number> {
  const start = (name: string) =>
    new Process(name, process.execPath, [join(root, "core/src/testing/leader-process.ts"), url, String(STOPPED_MS)]);
  const first = start("leader");
  await first.printed(/^leads/m);
  const second = start("stand-by");
  await second.printed(/^stands by/m);
  const began = performance.now();
  first.child.kill(signal);
  await second.printed(/^leads/m);
  const took = performance.now() - began;
  await Promise.all([first.kill(), second.kill()]);
  return took;
}
