import { ApiProblem, NoAnswer } from "./errors.ts";

/** Milliseconds for which the service treats an equal call without a key as a repeat. */
const REPEAT_MS = 60_000;

/**
 * Keys of paying calls for which the caller gave none. A call whose answer was lost may have paid: the same call within a minute is
 * sent with its key again.
 */
export class PaymentKeys {
  readonly #lost = new Map<string, { key: string; at: number }>();

  /** Sends a call with this body under a key. */
  async send<T>(body: unknown, send: (key: string) => Promise<T>): Promise<T> {
    const name = JSON.stringify(body);
    const key = this.#take(name) ?? crypto.randomUUID();
    try {
      return await send(key);
    } catch (error) {
      if (isLost(error)) this.#lost.set(name, { key, at: performance.now() });
      throw error;
    }
  }

  #take(name: string): string | undefined {
    for (const [other, { at }] of this.#lost) if (performance.now() - at > REPEAT_MS) this.#lost.delete(other);
    const known = this.#lost.get(name);
    this.#lost.delete(name);
    return known?.key;
  }
}

/** True also for an error of the service or of a gateway: the call may have been carried out before it. */
const isLost = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof ApiProblem && error.problem.status >= 500);
