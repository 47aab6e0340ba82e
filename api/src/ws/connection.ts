import { identify } from "@merit/core/accounts/sessions.ts";
import { verifyAccessToken } from "@merit/core/auth/access-tokens.ts";
import type { Context } from "@merit/core/context/context.ts";
import { isoTime } from "@merit/core/days.ts";
import { Problem } from "@merit/core/errors.ts";
import type { RawData, WebSocket } from "ws";
import type { Counts } from "./counts.ts";
import { closeCodes, readAuthMessage } from "./messages.ts";

export interface Timing {
  /** A connection that hasn't logged in by then is closed. */
  authMs: number;
  /** Time between two pings; a client that hasn't answered by the next one is gone. The session is checked as often. */
  beatMs: number;
  /** A stream's reader that takes longer to read an event is cut off. */
  slowMs: number;
}

export const usualTiming: Timing = { authMs: 10_000, beatMs: 30_000, slowMs: 30_000 };

/** Bytes that may wait for a client that reads slowly; with more it is cut off. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** Renewing a token takes one message in fifteen minutes. */
const MAX_MESSAGES_PER_BEAT = 10;
/** Longest wait that a timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** As HTTP names the caller (`nameOf`). */
const nameOfUser = (id: number) => `user:${id}`;

interface Holder {
  userId: number;
  sessionId: number;
}

/** One connection, from its opening to its close: it gets events while its token is valid and its session open. */
export class Connection {
  readonly #socket: WebSocket;
  readonly #context: Context;
  readonly #users: Counts;
  readonly #beating: NodeJS.Timeout;
  #expiry: NodeJS.Timeout;
  #holder: Holder | null = null;
  #isAlive = true;
  #messages = 0;
  /** Messages are taken one after the other: each may wait for the database. */
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, context: Context, users: Counts, timing: Timing) {
    this.#socket = socket;
    this.#context = context;
    this.#users = users;
    this.#expiry = setTimeout(
      () => this.#close(closeCodes.authTimeout, "no access token arrived in time: send one in the first message"),
      timing.authMs,
    );
    this.#beating = setInterval(() => void this.#beat(), timing.beatMs);
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    socket.on("close", () => this.#end());
    // Broken frames and resets: `close` follows.
    socket.on("error", (error) => context.log.debug({ err: error }, "WebSocket failed"));
  }

  /** Sends to a client that has said who it is, and cuts off one that doesn't read. */
  send(text: string): void {
    if (this.#holder === null || this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) {
      this.#context.log.info({ user_id: this.#holder.userId }, "a WebSocket reads too slowly and was closed");
      this.#socket.terminate();
      return;
    }
    this.#socket.send(text);
  }

  shutDown(): void {
    this.#close(closeCodes.goingAway, "the service is stopping: connect again");
  }

  terminate(): void {
    this.#socket.terminate();
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES_PER_BEAT) {
      this.#close(closeCodes.tooMany, "too many messages");
      return;
    }
    const message = isBinary ? undefined : readAuthMessage(data.toString());
    if (!message) {
      this.#close(closeCodes.badMessage, 'expected {"type": "auth", "token": "..."} as text');
      return;
    }
    this.#work = this.#work
      .then(() => this.#authenticate(message.token))
      .catch((error: unknown) => {
        this.#context.log.error({ err: error }, "WebSocket login failed");
        this.#close(1011, "something went wrong on our side");
      });
  }

  async #authenticate(token: string): Promise<void> {
    const claims = verifyAccessToken(this.#context, token);
    if (!claims || !(await this.#isOpen(claims))) return this.#refuse("the access token is not valid");
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#holder && this.#holder.userId !== claims.userId)
      return this.#refuse("the access token belongs to another user");
    if (!this.#holder && !this.#users.take(nameOfUser(claims.userId))) {
      return this.#close(closeCodes.tooMany, "too many connections of this user");
    }
    this.#holder = { userId: claims.userId, sessionId: claims.sessionId };
    this.#expireAt(claims.expiresAt);
    const data = { user_id: claims.userId, expires_at: isoTime(claims.expiresAt) };
    this.send(JSON.stringify({ event: "ready", data }));
  }

  #expireAt(time: Date): void {
    clearTimeout(this.#expiry);
    const left = time.getTime() - this.#context.clock.now().getTime();
    this.#expiry = setTimeout(() => this.#refuse("the access token has expired"), Math.min(left, MAX_TIMER_MS));
  }

  async #beat(): Promise<void> {
    if (!this.#isAlive) return this.#socket.terminate();
    this.#isAlive = false;
    this.#messages = 0;
    this.#socket.ping();
    try {
      if (this.#holder && !(await this.#isOpen(this.#holder))) this.#refuse("the session has ended");
    } catch (error) {
      // A failing database says nothing about the session; the next check tries again.
      this.#context.log.error({ err: error }, "could not check a WebSocket's session");
    }
  }

  async #isOpen(holder: Holder): Promise<boolean> {
    try {
      await identify(this.#context, holder);
      return true;
    } catch (error) {
      if (error instanceof Problem) return false;
      throw error;
    }
  }

  #refuse(reason: string): void {
    this.#close(closeCodes.unauthorized, reason);
  }

  #close(code: number, reason: string): void {
    // Nothing is sent to it from now on, even if it takes its time to answer the close.
    this.#socket.close(code, reason);
  }

  #end(): void {
    clearTimeout(this.#expiry);
    clearInterval(this.#beating);
    if (this.#holder) this.#users.release(nameOfUser(this.#holder.userId));
    this.#holder = null;
  }
}
