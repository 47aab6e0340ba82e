/** Place of a user, as anyone may see it. */
export interface Place {
  rank: number;
  /** Whole points. */
  points: number;
  user_id: number;
  display_name: string;
}

/** Update that is pushed after each rebuild: the first ten of each period. */
export interface LeaderboardUpdate {
  updated_at: string;
  periods: Record<"all" | "week" | "month", Place[]>;
}

/** Events pushed to connected clients, by name. Everybody gets everything, so they must contain nothing private. */
export interface LiveEvents {
  "leaderboard:update": LeaderboardUpdate;
}

export type LiveMessage = { [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name] } }[keyof LiveEvents];

/** Works within this process: with several, each publishes to its own clients. Nothing is kept for later. */
export interface Live {
  publish(message: LiveMessage): void;
  /** Receives everything until it is disposed of. */
  subscribe(listener: (message: LiveMessage) => void): Disposable;
}

export function createLive(): Live {
  const listeners = new Set<(message: LiveMessage) => void>();
  return {
    publish(message) {
      for (const listener of listeners) listener(message);
    },
    subscribe(listener) {
      // A new listener each time, so that two subscriptions receive everything twice.
      const own = (message: LiveMessage) => listener(message);
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
