import type { Clock } from "./clock.ts";

/** Signs of life of the loops in this process (worker, indexer), for the health checks. */
export interface Heartbeats {
  beat(name: string): void;
  /** Milliseconds since the last beat; null if there was none. */
  age(name: string): number | null;
}

export function createHeartbeats(clock: Clock): Heartbeats {
  const beats = new Map<string, number>();
  return {
    beat: (name) => void beats.set(name, clock.now().getTime()),
    age: (name) => {
      const last = beats.get(name);
      return last === undefined ? null : clock.now().getTime() - last;
    },
  };
}
