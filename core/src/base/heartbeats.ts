/** Signs of life of the loops in this process (worker, indexer), for the health checks. */
export interface Heartbeats {
  beat(name: string): void;
  /** Milliseconds since the last beat; null if there was none. */
  age(name: string): number | null;
  /** Says that this process no longer runs the loop. */
  forget(name: string): void;
}

/** Makes heartbeats by a clock of the process's own, which nobody can set. */
export function createHeartbeats(): Heartbeats {
  const beats = new Map<string, number>();
  return {
    beat: (name) => void beats.set(name, performance.now()),
    age: (name) => {
      const last = beats.get(name);
      return last === undefined ? null : performance.now() - last;
    },
    forget: (name) => void beats.delete(name),
  };
}
