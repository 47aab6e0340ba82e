import type { Heartbeats } from "../../base/heartbeats.ts";
import type { Logger } from "../../base/logger.ts";
import type { Topic, Wake } from "../../base/wake.ts";

/** Pause between looks: work also becomes due by time, which nothing announces. */
export const LOOK_AGAIN_MS = 250;

export interface ClaimLoop {
  /** Notified when there may be work. */
  topic: Topic;
  /** How much work may run at a time. */
  concurrency: number;
  /** Name of the heartbeat that each turn of the loop gives. */
  heartbeat?: string;
  /** Claims what is due and starts it. */
  look(turn: Turn): Promise<void>;
}

export interface Turn {
  /** How much more work may be started. */
  free: number;
  /** True while work of this group runs. */
  isRunning(group: string): boolean;
  start(group: string, work: () => Promise<void>): void;
}

/** Looks for due work and runs it, until `stopped`. Resolves when all work that was started has ended. */
export async function runClaimLoop(
  { wake, log, heartbeats }: { wake: Wake; log: Logger; heartbeats: Heartbeats },
  { topic, concurrency, heartbeat, look }: ClaimLoop,
  stopped: AbortSignal,
): Promise<void> {
  const running = new Set<{ group: string }>();
  const isRunning = (group: string) => [...running].some((work) => work.group === group);
  const start: Turn["start"] = (group, work) => {
    const entry = { group };
    running.add(entry);
    void work()
      .catch((error) => log.error({ topic, group, err: error }, "the work on claimed jobs was interrupted"))
      .finally(() => {
        running.delete(entry);
        wake.notify(topic);
      });
  };
  using news = wake.subscribe(topic);
  while (!stopped.aborted) {
    if (heartbeat) heartbeats.beat(heartbeat);
    try {
      await look({ free: concurrency - running.size, isRunning, start });
    } catch (error) {
      log.error({ topic, err: error }, "due jobs could not be claimed");
    }
    await news.next({ timeoutMs: LOOK_AGAIN_MS, signal: stopped });
  }
  while (running.size > 0) {
    if (heartbeat) heartbeats.beat(heartbeat);
    await news.next({ timeoutMs: LOOK_AGAIN_MS });
  }
}
