// A process of tests that leads a role whenever it can, and commits without pause while it believes that it leads.
// node leader-process.ts URL STOPPED_MS; it writes a line for each change.
import { setTimeout as sleep } from "node:timers/promises";
import { openPostgres } from "../store/db/postgres/open.ts";
import { facts } from "../store/db/schema/facts.ts";
import type { Store } from "../store/db/store.ts";

const [url = "", stoppedMs] = process.argv.slice(2);
const db = openPostgres(url, undefined, { stoppedMs: Number(stoppedMs) });
const say = (...words: unknown[]) => process.stdout.write(`${words.join(" ")}\n`);
const stopped = new AbortController().signal;
const wanted = { role: "worker", processId: String(process.pid), stopped, onStandby: () => say("stands by") } as const;

const count = async (store: Store) => (await store.select().from(facts)).length;

for (;;) {
  const leadership = await db.lead(wanted).catch(() => undefined);
  if (!leadership) {
    await sleep(100);
    continue;
  }
  const { term } = leadership;
  say("leads", term, await leadership.db.commit(count));
  // Commits also after it was told that its term is over: what counts is that the commit is refused.
  for (let number = 0; ; number += 1) {
    const row = { name: `${term}-${process.pid}-${number}`, value: String(term) };
    try {
      await leadership.db.commit(async (store) => void (await store.insert(facts).values(row)));
    } catch (error) {
      if ((error as Error).name === "NoLongerLeader") break;
    }
    await sleep(1);
  }
  say("refused", term, leadership.over.aborted);
  await leadership.release();
}
