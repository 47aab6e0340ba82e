import { validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import { type Feed, follow, NO_POSITION } from "../http/feed.ts";
import type { Identity } from "../http/identity.ts";
import type { SubscribeMessage } from "./messages.ts";
import { alreadySubscribed, notSubscribed, tooManyTopics } from "./topic-problems.ts";
import { checkTopic, feedOf, LEADERBOARD } from "./topics.ts";

/** Most topics of one connection. */
export const MAX_TOPICS = 20;

export interface Reader {
  /** Resolves when the client's system has room again. */
  give(message: object): Promise<void>;
  /** Events can't be read any more. */
  failed(error: unknown): void;
}

/** The topics of one connection: each is a feed of its own, read no faster than the client reads. */
export class Subscriptions {
  readonly #context: Context;
  readonly #caller: Identity;
  readonly #reader: Reader;
  readonly #waitMs: number;
  readonly #open = new Map<string, AbortController>();
  #hasEnded = false;

  constructor(context: Context, caller: Identity, reader: Reader, waitMs: number) {
    this.#context = context;
    this.#caller = caller;
    this.#reader = reader;
    this.#waitMs = waitMs;
    if (caller.session) this.#open.set(LEADERBOARD, new AbortController());
  }

  get takesLeaderboard(): boolean {
    return this.#open.has(LEADERBOARD);
  }

  /** @throws Problem 409, 410, 422, 429 */
  async subscribe(message: SubscribeMessage): Promise<void> {
    const { topic, after } = message;
    checkTopic(topic, this.#caller);
    if (this.#open.has(topic)) throw alreadySubscribed(topic);
    if (this.#open.size >= MAX_TOPICS) throw tooManyTopics(MAX_TOPICS);
    if (topic === LEADERBOARD) {
      this.#open.set(topic, new AbortController());
      return this.#reader.give({ event: "subscribed", topic });
    }
    const feed = await feedOf(this.#context, this.#caller, message);
    if (after !== undefined && !feed.isPosition(after)) {
      throw validationFailed([{ field: "after", message: NO_POSITION }]);
    }
    if (after !== undefined) await feed.requirePosition(after);
    const start = after ?? (await feed.latest());
    if (this.#hasEnded) return;
    const controller = new AbortController();
    this.#open.set(topic, controller);
    await this.#reader.give({ event: "subscribed", topic, after: start });
    void this.#run(topic, feed, start, controller.signal);
  }

  /** @throws Problem 409 */
  async unsubscribe(topic: string): Promise<void> {
    checkTopic(topic, this.#caller);
    const controller = this.#open.get(topic);
    if (!controller) throw notSubscribed(topic);
    controller.abort();
    this.#open.delete(topic);
    await this.#reader.give({ event: "unsubscribed", topic });
  }

  end(): void {
    this.#hasEnded = true;
    for (const controller of this.#open.values()) controller.abort();
    this.#open.clear();
  }

  async #run(topic: string, feed: Feed, start: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of follow(this.#context.wake, feed, start, { waitMs: this.#waitMs, signal })) {
        // It may be of a page that was read before the end.
        if (signal.aborted) return;
        if (event) await this.#reader.give({ event: "event", topic, id: event.id, data: event });
      }
    } catch (error) {
      if (!signal.aborted) this.#reader.failed(error);
    }
  }
}
