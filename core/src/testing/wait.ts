import { vi } from "vitest";

/** How long a test waits for what must come. Only what never comes takes that long, so it is wide; a whole test may take longer. */
export const LIMIT_MS = 60_000;

/** Waits until the check passes, and gives what it returned; fails with its last error. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: LIMIT_MS, interval: 20 });
