import { ApiProblem } from "./errors.ts";

/** Milliseconds for which the service treats an equal call without a key as a repeat. */
const REPEAT_MS = 60_000;

/** Statuses of problems that the service answers for a key under which nothing is paid or on its way. */
const PAID_NOTHING = [404, 409, 422];

/**
 * Keys of paying calls for which the caller gave none. A call whose answer was lost may have paid: the same call within a minute is
 * sent with its key again. Several equal calls may be lost, so each has its own key.
 */
export class PaymentKeys {
  /** In the order in which the answers were lost. */
  #lost: { name: string; key: string; at: number }[] = [];

  /** Sends a call with this body under a key. */
  async send<T>(body: unknown, send: (key: string) => Promise<T>): Promise<T> {
    const name = JSON.stringify(body);
    const key = this.#take(name) ?? crypto.randomUUID();
    try {
      return await send(key);
    } catch (error) {
      if (!isDecided(error)) this.#lost.push({ name, key, at: performance.now() });
      throw error;
    }
  }

  #take(name: string): string | undefined {
    this.#lost = this.#lost.filter(({ at }) => performance.now() - at <= REPEAT_MS);
    const index = this.#lost.findIndex((lost) => lost.name === name);
    return index < 0 ? undefined : this.#lost.splice(index, 1)[0]?.key;
  }
}

/**
 * False for an error of the service or of a gateway: the call may have been carried out before it. False also for a call that was refused
 * before its key was looked at, such as for too many calls: if it was a repeat, nobody knows of the first one yet.
 */
const isDecided = (error: unknown): boolean =>
  error instanceof ApiProblem && PAID_NOTHING.includes(error.problem.status);
