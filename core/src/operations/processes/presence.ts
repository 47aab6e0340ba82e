import { hostname } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import type { Block } from "../../base/blocks.ts";
import { version } from "../../base/version.ts";
import type { Context } from "../../context/context.ts";
import { ledRoles, type ProcessRole } from "../../store/db/schema/processes.ts";
import type { Process } from "./store.ts";
import * as rows from "./store.ts";

const SHOW_EVERY_MS = 5_000;

/** State by which others check a leader's health. */
interface State {
  /** Milliseconds since the heartbeats, by name. */
  ages: Record<string, number | null>;
  blocks: (Omit<Block, "since"> & { since: string })[];
}

export interface Presence {
  /** Shows the state now, after a change that others wait for. */
  show(): Promise<void>;
  stop(): Promise<void>;
}

/** Shows the other processes that this one lives, what it does, and what its work waits for, until it is stopped. */
export async function startPresence(context: Context, role: ProcessRole): Promise<Presence> {
  const { db, log, processId: id } = context;
  const stopped = new AbortController();
  const show = async () => {
    const process = { id, host: hostname(), pid: globalThis.process.pid, role, version, state: stateOf(context) };
    await db.commit((store) => rows.show(store, process));
  };
  await db.commit(rows.forget);
  await show();
  async function run() {
    for (;;) {
      await pause(SHOW_EVERY_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      await show().catch((error) => log.debug({ err: error }, "this process can't show that it lives"));
    }
  }
  const running = run();
  return {
    show,
    async stop() {
      stopped.abort();
      await running;
      await db.commit((store) => rows.remove(store, id)).catch(() => undefined);
    },
  };
}

const stateOf = ({ heartbeats, blocks }: Context) => ({
  ages: Object.fromEntries(ledRoles.map((role) => [role, heartbeats.age(role)])),
  blocks: blocks.list(),
});

/** Heartbeats and blocks as another process has shown them; this process's own without one. */
export function seenBy(context: Context, process: Process | undefined): Pick<Context, "heartbeats" | "blocks"> {
  const { heartbeats, blocks } = context;
  if (!process) return { heartbeats, blocks };
  const { ages, blocks: shown } = process.state as State;
  return {
    heartbeats: {
      ...heartbeats,
      age(name) {
        const age = ages[name] ?? null;
        return age === null ? null : age + process.silentMs;
      },
    },
    blocks: { ...blocks, list: () => shown.map((block) => ({ ...block, since: new Date(block.since) })) },
  };
}
