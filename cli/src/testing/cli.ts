import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { run } from "../program.ts";

export interface Recorded {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage["headers"];
  body: unknown;
}

export interface Reply {
  status?: number;
  headers?: Record<string, string>;
  /** A string is sent as it is, anything else as JSON. */
  body?: unknown;
  /** Cuts the connection instead of answering. */
  drop?: boolean;
}

type Handler = (request: Recorded, count: number) => Reply;

/** A real HTTP server; routes are "METHOD /path" below /api, and each is told how often it was called before. */
export interface TestApi {
  url: string;
  requests: Recorded[];
  on(route: string, handler: Handler | Reply): void;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startApi(): Promise<TestApi> {
  const handlers = new Map<string, Handler>();
  const requests: Recorded[] = [];
  const server = createServer(async (request, response) => {
    // A client that is killed in the middle has asked nothing.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    const recorded = record(request, body);
    const route = `${recorded.method} ${recorded.path}`;
    const count = requests.filter(({ method, path }) => `${method} ${path}` === route).length;
    requests.push(recorded);
    const handler = handlers.get(route);
    send(response, handler ? handler(recorded, count) : problem(404, "route_not_found", `There is no ${route}.`));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    requests,
    on: (route, handler) => void handlers.set(route, typeof handler === "function" ? handler : () => handler),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An answer of a stream, which then ends: events, after the position at which it begins. */
export function streamed(start: string, events: readonly { id: string }[], reason?: object): Reply {
  const frames = [`retry: 2000\nid: ${start}`, ": no news"];
  for (const event of events) frames.push(`id: ${event.id}\ndata: ${JSON.stringify(event)}`);
  if (reason) frames.push(`event: problem\ndata: ${JSON.stringify(reason)}`);
  return { headers: { "content-type": "text/event-stream; charset=utf-8" }, body: `${frames.join("\n\n")}\n\n` };
}

export function problem(status: number, code: string, detail: string, more: object = {}): Reply {
  const headers = { "content-type": "application/problem+json" };
  return { status, headers, body: { title: "Wrong", status, code, detail, request_id: "req-1", ...more } };
}

function record(request: IncomingMessage, body: string): Recorded {
  const url = new URL(request.url ?? "/", "http://localhost");
  return {
    method: request.method ?? "",
    path: url.pathname.replace(/^\/api/, ""),
    query: Object.fromEntries(url.searchParams),
    headers: request.headers,
    body: body ? JSON.parse(body) : undefined,
  };
}

function send(response: ServerResponse, { status = 200, headers = {}, body, drop }: Reply): void {
  if (drop) return void response.destroy();
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

export interface CliResult {
  code: number;
  out: string;
  err: string;
}

export interface Run {
  env?: Record<string, string>;
  signal?: AbortSignal;
  stdin?: string;
  /** True if standard input is a terminal. */
  isTTY?: boolean;
  /** Called with all of the standard output so far. */
  onOut?: (out: string) => void;
}

/** Runs `merit` with these arguments in this process. */
export async function merit(
  args: string[],
  { env = {}, signal, stdin = "", isTTY = false, onOut }: Run = {},
): Promise<CliResult> {
  const outcome: CliResult = { code: -1, out: "", err: "" };
  outcome.code = await run(args, {
    env,
    stdin: Object.assign(Readable.from([stdin]), { isTTY }),
    out(text) {
      outcome.out += text;
      onOut?.(outcome.out);
    },
    err(text) {
      outcome.err += text;
    },
    signal: signal ?? new AbortController().signal,
  });
  return outcome;
}
