/** Part of the wait that is random, so that jobs that failed together don't come back together. */
const JITTER = 0.2;

/**
 * When a job that used `attempts` attempts is due again. `seconds` lists the waits after the first, second, ... attempt;
 * the last one repeats. The result lies within 20 % of the wait.
 */
export function nextAttemptAt(now: Date, attempts: number, seconds: readonly number[], random = Math.random): Date {
  const wait = seconds[Math.min(attempts, seconds.length) - 1] ?? seconds[0] ?? 0;
  const factor = 1 + JITTER * (2 * random() - 1);
  return new Date(now.getTime() + Math.round(wait * 1000 * factor));
}
