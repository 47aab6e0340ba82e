import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Answer = any;

/** Changes answers of the service; `path` is below /api, with numbers and hashes as `*`. */
export type Lie = (answer: Answer) => Answer;

/** A proxy between a person and the service, which changes what the service answers. */
export class LyingApi {
  /** Paths that were called, each with the body. */
  readonly calls: { path: string; body: Answer }[] = [];
  readonly #server: Server;
  readonly #target: string;
  #lies: Record<string, Lie> = {};

  private constructor(target: string) {
    this.#target = target;
    // On a slow machine, a person's next call would meet the end of an idle connection.
    this.#server = createServer({ keepAliveTimeout: 0 }, (request, response) => void this.#handle(request, response));
  }

  static async start(target: string): Promise<LyingApi> {
    const proxy = new LyingApi(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api`;
  }

  /** Changes only these answers from now on, by path. */
  tell(lies: Record<string, Lie>): void {
    this.#lies = lies;
    this.calls.length = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").replace(/^\/api/, "");
    const sent = await text(request);
    this.calls.push({ path, body: sent === "" ? null : JSON.parse(sent) });
    const { authorization = "", "idempotency-key": key } = request.headers;
    const headers = {
      authorization,
      ...(sent !== "" && { "content-type": "application/json" }),
      ...(key !== undefined && { "idempotency-key": String(key) }),
    };
    const method = request.method ?? "GET";
    const answer = await fetch(this.#target + path, { method, headers, ...(sent !== "" && { body: sent }) });
    const body = await answer.text();
    const lie = this.#lies[path.replaceAll(/\/([0-9a-f]{64}|\d+)(?=\/|$)/g, "/*")];
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "application/json" });
    response.end(lie && answer.ok ? JSON.stringify(lie(JSON.parse(body))) : body);
  }
}
