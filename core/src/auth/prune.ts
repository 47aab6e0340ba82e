import type { Store } from "../db/store.ts";
import * as tokens from "./one-time-tokens.ts";
import * as sessions from "./session-store.ts";

/** Forgets sessions and tokens whose time is over. */
export async function prune(store: Store, now: Date): Promise<void> {
  await sessions.prune(store, now);
  await tokens.prune(store, now);
}
