import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isoTime } from "@merit/core/base/days.ts";
import { Problem } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { RawData, WebSocket } from "ws";
import { nameOf } from "../http/identity.ts";
import { presentProblem, problemOf } from "../http/problem-answer.ts";
import type { Counts } from "./counts.ts";
import type { LogIn, Login } from "./login.ts";
import { type AuthMessage, closeCodes, type Message, readMessage } from "./messages.ts";
import { Subscriptions } from "./subscriptions.ts";

export interface Timing {
  /** A connection that hasn't logged in by then is closed. */
  authMs: number;
  /** Time between two pings; a client that hasn't answered by the next one is gone. The session is checked as often. */
  beatMs: number;
  /** A reader that takes longer to read an event is cut off. */
  slowMs: number;
}

export const usualTiming: Timing = { authMs: 10_000, beatMs: 30_000, slowMs: 30_000 };

/** Bytes that may wait for a client that reads slowly; with more it is cut off. */
export const MAX_WAITING_BYTES = 1024 * 1024;
/** A page that comes back takes up all its topics at once, and changes them as its user moves about. */
const MAX_MESSAGES_PER_BEAT = 100;
/** Renewing a token takes one message in fifteen minutes. */
const MAX_LOGINS_PER_BEAT = 10;
/** Longest wait that a timer can hold. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The parts that all connections share. */
export interface Parts {
  context: Context;
  logIn: LogIn;
  /** Connections of each user and merchant. */
  callers: Counts;
  timing: Timing;
}

/** A client that has logged in. */
interface Holder {
  name: string;
  login: Login;
  subscriptions: Subscriptions;
}

/** One connection, from its opening to its close: it gets events while its token or key is valid and its session open. */
export class Connection {
  readonly #id = randomUUID();
  readonly #socket: WebSocket;
  readonly #request: IncomingMessage;
  readonly #parts: Parts;
  readonly #beating: NodeJS.Timeout;
  #expiry: NodeJS.Timeout;
  #holder: Holder | null = null;
  #isAlive = true;
  #messages = 0;
  #logins = 0;
  /** Messages are taken one after the other: each may wait for the database. */
  #work: Promise<void> = Promise.resolve();

  constructor(socket: WebSocket, request: IncomingMessage, parts: Parts) {
    this.#socket = socket;
    this.#request = request;
    this.#parts = parts;
    this.#expiry = setTimeout(
      () => this.#close(closeCodes.timeout, "no access token arrived in time: send one in the first message"),
      parts.timing.authMs,
    );
    this.#beating = setInterval(() => void this.#beat(), parts.timing.beatMs);
    socket.on("message", (data, isBinary) => this.#onMessage(data, isBinary));
    socket.on("pong", () => {
      this.#isAlive = true;
    });
    socket.on("close", () => this.#end());
    // Broken frames and resets: `close` follows.
    socket.on("error", (error) => parts.context.log.debug({ err: error }, "WebSocket failed"));
  }

  /** Sends the leaderboard to a client that has said who it is and takes it. */
  sendLeaderboard(text: string): void {
    if (!this.#holder?.subscriptions.takesLeaderboard || !this.#isOpen) return;
    if (this.#socket.bufferedAmount > MAX_WAITING_BYTES) this.#cutOff();
    else this.#socket.send(text);
  }

  shutDown(): void {
    this.#close(closeCodes.goingAway, "the service is stopping: connect again");
  }

  terminate(): void {
    this.#socket.terminate();
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === this.#socket.OPEN;
  }

  #onMessage(data: RawData, isBinary: boolean): void {
    if (!this.#isOpen) return;
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES_PER_BEAT) {
      this.#close(closeCodes.tooMany, "too many messages");
      return;
    }
    const text = isBinary ? undefined : data.toString();
    this.#work = this.#work.then(() => (this.#isOpen ? this.#take(text) : undefined)).catch(this.#failed);
  }

  async #take(text: string | undefined): Promise<void> {
    let message: Message | undefined;
    try {
      message = readMessage(text);
      if (message.type === "auth") return await this.#authenticate(message);
      if (!this.#holder) return this.#expectAuth();
      const { subscriptions } = this.#holder;
      if (message.type === "subscribe") await subscriptions.subscribe(message);
      else await subscriptions.unsubscribe(message.topic);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (!this.#holder) return this.#expectAuth();
      const topic = message && "topic" in message ? { topic: message.topic } : {};
      await this.#give({ event: "problem", ...topic, data: presentProblem(error, this.#id) });
    }
  }

  #expectAuth(): void {
    this.#close(closeCodes.badMessage, 'expected {"type": "auth", "token": "..."} or "api_key" as text');
  }

  async #authenticate(message: AuthMessage): Promise<void> {
    this.#logins += 1;
    if (this.#logins > MAX_LOGINS_PER_BEAT) return this.#close(closeCodes.tooMany, "too many messages");
    const login = await this.#logIn(message);
    if (!login || !this.#isOpen) return;
    const { context, callers, timing } = this.#parts;
    const name = nameOf(login) ?? "";
    if (this.#holder && this.#holder.name !== name) return this.#refuse("the access token or key belongs to another");
    if (!this.#holder && !callers.take(name)) {
      return this.#close(closeCodes.tooMany, "too many connections of this user or merchant");
    }
    const reader = { give: (event: object) => this.#give(event), failed: this.#failed };
    const subscriptions = this.#holder?.subscriptions ?? new Subscriptions(context, login, reader, timing.beatMs);
    this.#holder = { name, login, subscriptions };
    this.#expireAt(login.expiresAt);
    const who = login.merchant ? { merchant_id: login.merchant.id } : { user_id: login.session?.user.id };
    const data = { ...who, expires_at: login.expiresAt && isoTime(login.expiresAt) };
    await this.#give({ event: "ready", data });
  }

  /** Undefined if it is refused: the connection is closed then. */
  async #logIn(message: AuthMessage): Promise<Login | undefined> {
    try {
      return await this.#parts.logIn(message, this.#request);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 401) this.#close(closeCodes.forbidden, reasonOf(error));
      else
        this.#refuse(
          message.token === undefined ? "the API key or session is not valid" : "the access token is not valid",
        );
      return undefined;
    }
  }

  #expireAt(time: Date | null): void {
    clearTimeout(this.#expiry);
    if (time === null) return;
    const left = time.getTime() - this.#parts.context.clock.now().getTime();
    this.#expiry = setTimeout(() => this.#refuse("the access token has expired"), Math.min(left, MAX_TIMER_MS));
  }

  /** Resolves when the system has taken the message; a client that makes it wait too long is cut off. */
  async #give(message: object): Promise<void> {
    if (!this.#isOpen) return;
    const socket = this.#socket;
    const late = setTimeout(() => this.#cutOff(), this.#parts.timing.slowMs);
    const isTaken = new Promise<void>((resolve) => socket.send(JSON.stringify(message), () => resolve()));
    const hasToWait = socket.bufferedAmount > 0;
    await isTaken;
    clearTimeout(late);
    // The client has just read something, so it is alive. Its answer to a ping may be late: the ping waits behind what it hasn't read.
    if (hasToWait) this.#isAlive = true;
  }

  async #beat(): Promise<void> {
    if (!this.#isAlive) return this.#socket.bufferedAmount > 0 ? this.#cutOff() : this.#socket.terminate();
    this.#isAlive = false;
    this.#messages = 0;
    this.#logins = 0;
    this.#socket.ping();
    try {
      await this.#holder?.login.check();
    } catch (error) {
      if (error instanceof Problem)
        return this.#refuse(`the ${this.#holder?.login.merchant ? "API key" : "session"} has ended`);
      // A failing database says nothing about the session; the next check tries again.
      this.#parts.context.log.error({ err: error }, "could not check a WebSocket's session");
    }
  }

  #cutOff(): void {
    this.#parts.context.log.info({ caller: this.#holder?.name }, "a WebSocket reads too slowly and was closed");
    this.#close(closeCodes.timeout, "the client took too long to read: connect again with the last ids");
  }

  readonly #failed = (error: unknown): void => {
    const problem = problemOf(error);
    this.#parts.context.log.error({ err: error, request_id: this.#id }, "a WebSocket failed");
    this.#close(closeCodes.failed, reasonOf(problem));
  };

  #refuse(reason: string): void {
    this.#close(closeCodes.unauthorized, reason);
  }

  #close(code: number, reason: string): void {
    // Nothing is sent to it from now on, even if it takes its time to answer the close.
    this.#holder?.subscriptions.end();
    clearInterval(this.#beating);
    this.#socket.close(code, reason);
  }

  #end(): void {
    clearTimeout(this.#expiry);
    clearInterval(this.#beating);
    if (!this.#holder) return;
    this.#holder.subscriptions.end();
    this.#parts.callers.release(this.#holder.name);
    this.#holder = null;
  }
}

/** The protocol allows 123 bytes. */
const reasonOf = ({ title, detail }: Problem): string => (detail.length <= 123 ? detail : title);
