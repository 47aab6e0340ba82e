import { once } from "node:events";
import { vi } from "vitest";
import { type ClientOptions, WebSocket } from "ws";
import { usualTiming } from "../ws/connection.ts";

/** A client of /api/ws as another program would write it. */
export class TestSocket implements Disposable {
  readonly socket: WebSocket;
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #messages: unknown[] = [];
  #wake: () => void = () => {};

  constructor(url: string, options: ClientOptions = {}) {
    this.socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/ws`, options);
    this.closed = new Promise((resolve) => {
      this.socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
    this.socket.on("error", () => {});
    this.socket.on("message", (data) => {
      this.#messages.push(JSON.parse(data.toString()));
      this.#wake();
    });
  }

  /** Opens a connection and logs in, by a token or otherwise. */
  static async login(url: string, by: string | object, options?: ClientOptions): Promise<TestSocket> {
    const client = new TestSocket(url, options);
    await client.say({ type: "auth", ...(typeof by === "string" ? { token: by } : by) });
    const { event } = (await client.next()) as { event: string };
    if (event !== "ready") throw new Error(`not ready: ${event}`);
    return client;
  }

  async say(message: unknown): Promise<void> {
    if (this.socket.readyState === WebSocket.CONNECTING) await once(this.socket, "open");
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Sends a message and takes the answer. */
  async ask(message: unknown): Promise<unknown> {
    await this.say(message);
    return this.next();
  }

  /** The messages so far. */
  taken(): unknown[] {
    return this.#messages.splice(0);
  }

  /** The next message; rejects if the connection is closed instead. */
  async next(): Promise<unknown> {
    while (this.#messages.length === 0) {
      const message = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const end = this.closed.then(({ code, reason }) => {
        throw new Error(`closed: ${code} ${reason}`);
      });
      await Promise.race([message, end]);
    }
    return this.#messages.shift();
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}

/** Connections that are opened meanwhile beat when the test says so, however quick the machine is. */
export function beatsByHand(): Disposable & { beat(): void } {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  return {
    beat: () => void vi.advanceTimersByTime(usualTiming.beatMs),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}

/** Status of a handshake that is refused, and its problem's code. */
export async function refusal(url: string, options: ClientOptions = {}): Promise<{ status: number; code: string }> {
  const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/ws`, options);
  socket.on("error", () => {});
  const [, response] = await once(socket, "unexpected-response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, code: JSON.parse(text).code };
}
