import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { type Call, type LieKind, lies, Memory, type Reply, type Result } from "./lies.ts";
import { freePort, until } from "./processes.ts";

/** A line of a schedule: which calls are lied to, and how. */
export interface Lie {
  /** JSON-RPC method, or "*" for all of them together. */
  method: string;
  kind: LieKind;
  /** First call of that method since the schedule began, counted from 1; default 1. */
  from?: number;
  /** Calls in a row; all the rest if left out. */
  times?: number;
  /** Milliseconds, ledgers, a status: see the kind. */
  by?: number;
}

interface Scheduled extends Lie {
  state: Call["state"];
}

/**
 * A proxy between the service and its node that lies by a schedule. It counts calls and not seconds, so that the same schedule can
 * be played again, and half of it.
 */
export class RpcProxy {
  readonly url: string;
  /** The node that is asked for the truth. */
  target: string;
  /** Waits before a true answer of the node is given. */
  delay: (method: string, answer: string) => Promise<unknown> = async () => {};
  /** Every transaction that was sent, once. */
  readonly sent = new Set<string>();
  readonly #server: Server;
  readonly #memory = new Memory();
  #schedule: Scheduled[] = [];
  #calls = new Map<string, number>();

  private constructor(port: number, target: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.target = target;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async start(target: string): Promise<RpcProxy> {
    const port = await freePort();
    const proxy = new RpcProxy(port, target);
    proxy.#server.listen(port, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /**
   * Begins a schedule: calls are counted from 1 again. Of several lies about a call the first counts; without any, the answer is
   * true.
   */
  tell(...schedule: Lie[]): void {
    this.#schedule = schedule.map((lie) => ({ ...lie, state: {} }));
    this.#calls = new Map();
  }

  /** Calls of a method, or of all, since the schedule began. */
  calls(method = "*"): number {
    return this.#calls.get(method) ?? 0;
  }

  /** Resolves when there were `count` calls of a method since the schedule began. */
  async called(method: string, count = 1): Promise<void> {
    await until(() => (this.calls(method) >= count ? true : undefined)).catch((error) => {
      throw new Error(`${method} was called ${this.calls(method)} times, not ${count}`, { cause: error });
    });
  }

  /** True if every lie was told as often as it is meant to be. */
  get isOver(): boolean {
    return this.#schedule.every(({ method, from = 1, times = Number.POSITIVE_INFINITY }) => {
      return this.calls(method) >= from + times - 1;
    });
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => "");
    const reply = await this.#reply(request, body);
    if (reply === null) {
      response.destroy();
      return;
    }
    const headers = { "content-type": reply.text.startsWith("<") ? "text/html" : "application/json" };
    const retry = reply.retryAfter === undefined ? {} : { "retry-after": String(reply.retryAfter) };
    response.writeHead(reply.status, { ...headers, ...retry }).end(reply.text);
  }

  async #reply(request: IncomingMessage, body: string): Promise<Reply> {
    const { id, method, params = {} } = callIn(body);
    const forward = () => this.#forward(request, body);
    if (method === undefined) return forward();
    if (method === "sendTransaction") this.sent.add(String(params.transaction));
    const lie = this.#lieFor(method);
    const truth = async () => {
      const reply = await forward();
      const { result } = reply?.status === 200 ? (JSON.parse(reply.text) as { result?: Result }) : {};
      if (result) this.#memory.keep({ method, params }, result);
      await this.delay(method, reply?.text ?? "");
      return reply;
    };
    if (lie === undefined) return truth();
    const { by = 0, state } = lie;
    return lies[lie.kind]({ id, method, params, by, state, memory: this.#memory, forward: truth });
  }

  #lieFor(method: string): Scheduled | undefined {
    const counts = [method, "*"].map((name) => [name, this.calls(name) + 1] as const);
    for (const [name, count] of counts) this.#calls.set(name, count);
    const now = new Map(counts);
    return this.#schedule.find((lie) => {
      const count = now.get(lie.method) ?? 0;
      const { from = 1, times = Number.POSITIVE_INFINITY } = lie;
      return count >= from && count < from + times;
    });
  }

  /** Null where the node can't be reached, as the service would find it without the proxy. */
  async #forward(request: IncomingMessage, body: string): Promise<Reply> {
    try {
      const response = await fetch(this.target + (request.url ?? "/"), {
        method: request.method ?? "POST",
        headers: { "content-type": "application/json" },
        body: request.method === "GET" ? null : body,
      });
      return { status: response.status, text: await response.text() };
    } catch {
      return null;
    }
  }
}

/** The JSON-RPC call in a body; without a method where it is none, as for friendbot. */
function callIn(body: string): { id?: unknown; method?: string; params?: Record<string, unknown> } {
  try {
    return JSON.parse(body);
  } catch {
    return {};
  }
}
