import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import type { Context } from "@merit/core/context/context.ts";
import { notReady, validationFailed } from "@merit/core/errors.ts";
import type { Topic } from "@merit/core/wake.ts";
import type { Context as KoaContext } from "koa";
import type { Timing } from "../ws/connection.ts";
import type { Handshakes } from "../ws/handshake.ts";
import { tooManyConnections } from "../ws/problems.ts";
import { presentProblem, problemOf } from "./problem-answer.ts";
import { readsTooSlowly } from "./problems.ts";
import type { Answer } from "./route.ts";

// Server-sent events. A stream reads what is stored behind its position, so a reader that comes back with the last id that it got
// misses nothing and gets nothing twice. It reads no faster than its reader does, and holds one page.

/** What a stream shows. */
export interface Feed {
  /** Notified when there may be something new. */
  topic: Topic;
  /** Position to begin behind, as the caller gave it in the query. */
  after: string | undefined;
  isPosition(text: string): boolean;
  /** Position of a reader that wants only what is new. */
  latest(): Promise<string>;
  /** Events behind a position, oldest first, and the position behind them. */
  read(after: string): Promise<{ events: { id: string }[]; position: string; hasMore: boolean }>;
}

export interface Streams {
  /**
   * @param admit checks again that the caller may read; throws a Problem
   * @throws Problem 422 for a position that is none, 429, 503
   */
  open(ctx: KoaContext, feed: Feed, caller: string, admit: () => Promise<unknown>): Promise<Answer>;
  /** Ends all streams, each with a reason. */
  close(): void;
}

interface Reader {
  admit: () => Promise<unknown>;
  gone: AbortSignal;
  /** When it took something last, in milliseconds. */
  moved: number;
}

/** How soon a reader should come back. */
const RETRY_MS = 2000;
/** Commits of this time are read together. */
const TOGETHER_MS = 20;
/** Frames that wait for a reader. */
const WAITING_FRAMES = 16;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export function createStreams({ wake, log }: Context, connections: Handshakes, { beatMs, slowMs }: Timing): Streams {
  const closing = new AbortController();

  async function* follow(ctx: KoaContext, feed: Feed, start: string, reader: Reader) {
    const { admit, gone } = reader;
    using news = wake.subscribe(feed.topic);
    const signal = AbortSignal.any([closing.signal, gone]);
    yield `retry: ${RETRY_MS}\n${start && `id: ${start}\n`}\n`;
    let position = start;
    let checked = Date.now();
    try {
      while (!gone.aborted) {
        if (closing.signal.aborted) throw notReady("stopping", "The service is stopping. Connect again in a moment.");
        if (Date.now() - checked >= beatMs) {
          await admit();
          checked = Date.now();
        }
        const page = await feed.read(position);
        position = page.position;
        for (const event of page.events) {
          const given = Date.now();
          yield `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
          reader.moved = Date.now();
          if (reader.moved - given > slowMs) throw readsTooSlowly();
        }
        reader.moved = Date.now();
        if (page.hasMore) continue;
        if (await news.next({ timeoutMs: beatMs, signal })) await pause(TOGETHER_MS);
        else yield ": no news\n\n";
      }
    } catch (error) {
      const problem = problemOf(error);
      if (problem !== error) log.error({ err: error, request_id: ctx.state.requestId }, "a stream failed");
      yield `event: problem\ndata: ${JSON.stringify(presentProblem(problem, ctx.state.requestId))}\n\n`;
    }
  }

  return {
    async open(ctx, feed, caller, admit) {
      const given = ctx.get("Last-Event-ID") || feed.after;
      if (given !== undefined && !feed.isPosition(given)) {
        const field = ctx.get("Last-Event-ID") ? "Last-Event-ID" : "after";
        throw validationFailed([{ field, message: "must be the id of an event of this stream" }]);
      }
      const release = connections.count(ctx.req);
      if (!connections.callers.take(caller)) {
        release();
        throw tooManyConnections(`One caller may have at most ${connections.callers.limit} connections.`);
      }
      const gone = new AbortController();
      // Whatever a reader that has stopped reading would get: its connection is closed.
      const reader: Reader = { admit, gone: gone.signal, moved: Date.now() };
      const watching = setInterval(() => {
        if (Date.now() - reader.moved > slowMs + 2 * beatMs) ctx.res.destroy();
      }, beatMs);
      ctx.res.once("close", () => {
        clearInterval(watching);
        gone.abort();
        connections.callers.release(caller);
        release();
      });
      const start = given ?? (await feed.latest());
      const body = Readable.from(follow(ctx, feed, start, reader), { highWaterMark: WAITING_FRAMES });
      return { status: 200, body, headers: HEADERS };
    },
    close: () => closing.abort(),
  };
}
