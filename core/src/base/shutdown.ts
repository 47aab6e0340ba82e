import type { Logger } from "./logger.ts";

/** Default grace time of a part. */
const USUAL_GRACE_MS = 35_000;

interface Part {
  name: string;
  close(): void | Promise<void>;
  graceMs: number;
}

/**
 * Closes parts in the reverse order of their start, once. `signal` aborts at the beginning of the shutdown,
 * so that loops stop taking new work.
 */
export interface Shutdown {
  readonly signal: AbortSignal;
  /**
   * A part that takes longer than `graceMs` to close is left behind, so that one stuck part can't hold up the others. The time must
   * cover what the part itself waits for, since the parts below it close next.
   */
  add(name: string, close: () => void | Promise<void>, graceMs?: number): void;
  run(reason: string): Promise<void>;
}

export function createShutdown(log: Logger): Shutdown {
  const controller = new AbortController();
  const parts: Part[] = [];
  let running: Promise<void> | undefined;

  async function closeAll(reason: string) {
    log.info({ reason }, "shutting down");
    controller.abort();
    for (const part of parts.toReversed()) await closeOne(part, log);
    log.info("stopped");
  }

  return {
    signal: controller.signal,
    add: (name, close, graceMs = USUAL_GRACE_MS) => void parts.push({ name, close, graceMs }),
    run: (reason) => (running ??= closeAll(reason)),
  };
}

async function closeOne({ name, close, graceMs }: Part, log: Logger) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not closed after ${graceMs / 1000} s`)), graceMs);
  });
  try {
    await Promise.race([close(), late]);
  } catch (error) {
    log.error({ part: name, err: error }, "could not close cleanly");
  } finally {
    clearTimeout(timer);
  }
}

/** The terminal sends Ctrl-C to every process of a command, and parent processes pass it on as well. */
const SAME_SIGNAL_MS = 500;

/** SIGINT, SIGTERM and SIGHUP start the shutdown; another signal later ends the process at once. */
export function shutdownOnSignals(shutdown: Shutdown): void {
  let askedAt: number | undefined;
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (askedAt !== undefined && performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      if (askedAt !== undefined) return;
      askedAt = performance.now();
      void shutdown.run(name).then(() => process.exit(0));
    });
  }
}
