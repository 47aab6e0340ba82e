/** Place of a user, as anyone may see it. */
export interface Place {
  rank: number;
  /** Whole points. */
  points: number;
  user_id: number;
  display_name: string;
}

/** Pushed after each rebuild: the first ten of each period. */
export interface LeaderboardUpdate {
  updated_at: string;
  periods: Record<"all" | "week" | "month", Place[]>;
}

/** What is pushed to those who are connected, by the event's name. Everybody gets all of it: nothing private may go in. */
export interface LiveEvents {
  "leaderboard:update": LeaderboardUpdate;
}

export type LiveMessage = { [Name in keyof LiveEvents]: { event: Name; data: LiveEvents[Name] } }[keyof LiveEvents];

/** In this process only: with several, each reaches those who are connected to it. Nothing is kept for later. */
export interface Live {
  publish(message: LiveMessage): void;
  /** Hears everything until it is disposed of. */
  subscribe(listener: (message: LiveMessage) => void): Disposable;
}

export function createLive(): Live {
  const listeners = new Set<(message: LiveMessage) => void>();
  return {
    publish(message) {
      for (const listener of listeners) listener(message);
    },
    subscribe(listener) {
      // A listener of its own, so that subscribing twice means being told twice.
      const own = (message: LiveMessage) => listener(message);
      listeners.add(own);
      return { [Symbol.dispose]: () => void listeners.delete(own) };
    },
  };
}
