import { Readable } from "node:stream";
import { notReady, validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { Context as KoaContext } from "koa";
import type { Timing } from "../ws/connection.ts";
import type { Handshakes } from "../ws/handshake.ts";
import { tooManyConnections } from "../ws/problems.ts";
import { EVENT_STREAM } from "./event-stream.ts";
import { type Feed, follow, NO_POSITION } from "./feed.ts";
import { presentProblem, problemOf } from "./problem-answer.ts";
import { readsTooSlowly } from "./problems.ts";
import type { Answer } from "./route.ts";

// Server-sent events.

export interface Streams {
  /**
   * @param after position to begin behind, as the caller gave it in the query
   * @param admit checks again that the caller may read; throws a Problem
   * @throws Problem 422 for a position that is none, 410 for one with deleted events behind it or in the future, 429, 503
   */
  open(
    ctx: KoaContext,
    feed: Feed,
    after: string | undefined,
    caller: string,
    admit: () => Promise<unknown>,
  ): Promise<Answer>;
  /** Ends all streams, each with a reason. */
  close(): void;
}

interface Reader {
  admit: () => Promise<unknown>;
  gone: AbortSignal;
  /** Time when it took something last, in milliseconds. */
  moved: number;
}

/** Milliseconds after which a reader should come back. */
const RETRY_MS = 2000;
/** Frames that wait for a reader. */
const WAITING_FRAMES = 16;

const HEADERS = {
  "Content-Type": `${EVENT_STREAM}; charset=utf-8`,
  "Cache-Control": "no-store, no-transform",
  "X-Accel-Buffering": "no",
};

export function createStreams(
  { wake, log, metrics }: Context,
  connections: Handshakes,
  { beatMs, slowMs }: Timing,
): Streams {
  const closing = new AbortController();

  async function* frames(ctx: KoaContext, feed: Feed, start: string, reader: Reader) {
    yield `retry: ${RETRY_MS}\nid: ${start}\n\n`;
    const signal = AbortSignal.any([closing.signal, reader.gone]);
    let checked = Date.now();
    try {
      for await (const event of follow(wake, feed, start, { waitMs: beatMs, signal })) {
        const given = Date.now();
        if (given - checked >= beatMs) {
          await reader.admit();
          checked = given;
        }
        yield event ? `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n` : ": no news\n\n";
        reader.moved = Date.now();
        if (reader.moved - given > slowMs) throw readsTooSlowly();
      }
      if (closing.signal.aborted) throw notReady("stopping", "The service is stopping. Connect again in a moment.");
    } catch (error) {
      if (reader.gone.aborted) return;
      const problem = problemOf(error);
      if (problem !== error) log.error({ err: error, request_id: ctx.state.requestId }, "a stream failed");
      yield `event: problem\ndata: ${JSON.stringify(presentProblem(problem, ctx.state.requestId))}\n\n`;
    }
  }

  return {
    async open(ctx, feed, after, caller, admit) {
      const given = ctx.get("Last-Event-ID") || after;
      if (given !== undefined && !feed.isPosition(given)) {
        const field = ctx.get("Last-Event-ID") ? "Last-Event-ID" : "after";
        throw validationFailed([{ field, message: NO_POSITION }]);
      }
      if (given !== undefined) await feed.requirePosition(given);
      const start = given ?? (await feed.latest());
      // Who has left already is told no more: `close` below wouldn't come.
      if (ctx.res.closed || ctx.req.destroyed) return { status: 200, body: "", headers: HEADERS };
      const release = connections.count(ctx.req);
      if (!connections.callers.take(caller)) {
        release();
        throw tooManyConnections(`One caller may have at most ${connections.callers.limit} connections.`);
      }
      metrics.streams.inc();
      const gone = new AbortController();
      // A client that has stopped reading is disconnected, whatever it would get.
      const reader: Reader = { admit, gone: gone.signal, moved: Date.now() };
      const watching = setInterval(() => {
        if (Date.now() - reader.moved > slowMs + 2 * beatMs) ctx.res.destroy();
      }, beatMs);
      ctx.res.once("close", () => {
        clearInterval(watching);
        gone.abort();
        connections.callers.release(caller);
        release();
        metrics.streams.dec();
      });
      const body = Readable.from(frames(ctx, feed, start, reader), { highWaterMark: WAITING_FRAMES });
      return { status: 200, body, headers: HEADERS };
    },
    close: () => closing.abort(),
  };
}
