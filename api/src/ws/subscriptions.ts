import { validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import { presentId } from "@merit/core/operations/events/service.ts";
import { type Feed, follow, NO_POSITION } from "../http/feed.ts";
import type { Identity } from "../http/identity.ts";
import { idOf } from "../routes/events/feed.ts";
import type { SubscribeMessage } from "./messages.ts";
import { alreadySubscribed, notSubscribed, tooManyTopics } from "./topic-problems.ts";
import { checkTopic, LEADERBOARD, type OwnEvent, sourceOf, type Test } from "./topics.ts";

/** Most topics of one connection. */
export const MAX_TOPICS = 20;

export interface Reader {
  /** Resolves when the client's system has room again. */
  give(message: object): Promise<void>;
  /** Events can't be read any more. */
  failed(error: unknown): void;
}

/** A topic with some of the caller's own events. */
interface Part {
  topic: string;
  /** Id of the last event that was read for this topic. */
  position: number;
  test: Test;
}

/** The topics of one connection, read no faster than the client reads: one read serves all that have the caller's own events. */
export class Subscriptions {
  readonly #context: Context;
  readonly #caller: Identity;
  readonly #reader: Reader;
  readonly #waitMs: number;
  readonly #open = new Map<string, AbortController>();
  readonly #parts = new Set<Part>();
  readonly #ended = new AbortController();
  #isReading = false;

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
    const { feed, test } = await sourceOf(this.#context, this.#caller, message);
    if (after !== undefined && !feed.isPosition(after)) {
      throw validationFailed([{ field: "after", message: NO_POSITION }]);
    }
    if (after !== undefined) await feed.requirePosition(after);
    const start = after ?? (await feed.latest());
    if (this.#ended.signal.aborted) return;
    const controller = new AbortController();
    this.#open.set(topic, controller);
    await this.#reader.give({ event: "subscribed", topic, after: start });
    if (test) this.#join(feed, { topic, position: idOf(start), test }, controller.signal);
    else void this.#run(topic, feed, start, controller.signal);
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
    this.#ended.abort();
    for (const controller of this.#open.values()) controller.abort();
    this.#open.clear();
  }

  #join(feed: Feed, part: Part, signal: AbortSignal): void {
    this.#parts.add(part);
    signal.addEventListener("abort", () => this.#parts.delete(part));
    // Events behind this topic's position may have been read already, for other topics: have them read again.
    if (this.#isReading) this.#context.wake.notify(feed.topic);
    else void this.#runParts(feed);
    this.#isReading = true;
  }

  async #runParts(feed: Feed): Promise<void> {
    // A part that is added while a page is given gets none of it, since it may lack what comes before.
    let parts: Part[] = [];
    const read: Feed["read"] = async (given) => {
      for (const part of parts) part.position = Math.max(part.position, idOf(given));
      parts = [...this.#parts];
      if (parts.length === 0) return { events: [], position: given, hasMore: false };
      return feed.read(presentId(Math.min(...parts.map(({ position }) => position))));
    };
    const signal = this.#ended.signal;
    try {
      const all = follow(this.#context.wake, { ...feed, read }, presentId(0), { waitMs: this.#waitMs, signal });
      for await (const event of all) {
        if (!event) continue;
        for (const part of parts) {
          const { topic, position, test } = part;
          if (!this.#parts.has(part) || idOf(event.id) <= position || !test(event as OwnEvent)) continue;
          await this.#reader.give({ event: "event", topic, id: event.id, data: event });
        }
      }
    } catch (error) {
      if (!signal.aborted) this.#reader.failed(error);
    }
  }

  async #run(topic: string, feed: Feed, start: string, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of follow(this.#context.wake, feed, start, { waitMs: this.#waitMs, signal })) {
        // The event may be of a page that was read before the topic was removed.
        if (signal.aborted) return;
        if (event) await this.#reader.give({ event: "event", topic, id: event.id, data: event });
      }
    } catch (error) {
      if (!signal.aborted) this.#reader.failed(error);
    }
  }
}
