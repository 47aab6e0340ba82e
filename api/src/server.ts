import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import type { Context } from "@merit/core/context/context.ts";
import Koa from "koa";
import { answerClientErrors } from "./http/client-errors.ts";
import { checkAccessToken } from "./http/identity.ts";
import { createLimits } from "./http/limits.ts";
import { accessLog, crossOrigin, requestId, securityHeaders, sendTogether, urlLength } from "./http/middleware.ts";
import { problems } from "./http/problem-answer.ts";
import { createStreams, type Streams } from "./http/streams.ts";
import { createCalls, createPages } from "./router.ts";
import { routes } from "./routes/index.ts";
import { type Timing, usualTiming } from "./ws/connection.ts";
import { createHandshakes, isSocketPath } from "./ws/handshake.ts";
import { openSockets } from "./ws/sockets.ts";

/** Milliseconds between checks of sockets for late requests; the default would add half a minute to the limits. */
const LOOK_FOR_LATE_MS = 1000;
/** Longer than the idle time of usual load balancers (60 s), or they would meet a closing socket. */
const KEEP_ALIVE_MS = 65_000;
/** Time for the rest of a request, beyond the longest wait (that of distribute). */
const CLOSE_MARGIN_MS = 3000;
/** Time after that until the cut connections are gone. */
const CUT_MS = 2000;
/** Callers wait this long in the system's queue if the process has no descriptor left to accept them. */
const LOOK_AT_DESCRIPTORS_MS = 1000;
/** Milliseconds between checks for idle connections while the server closes. */
const CLOSE_IDLE_EVERY_MS = 100;

/** Error codes of a connection that its caller has closed: every reader of a stream does so in the end. */
const LEFT: ReadonlySet<string | undefined> = new Set([
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "EPIPE",
  "ECONNRESET",
  "ECONNABORTED",
]);

export function createApp(context: Context, streams: Streams, served: Served = "all"): Koa {
  const app = new Koa();
  // Koa prints what its middleware could not answer; ours logs it with the request's id.
  app.on("error", (error, ctx?: Koa.Context) => {
    const line = { err: error, request_id: ctx?.state.requestId };
    if (LEFT.has(error.code)) context.log.debug(line, "the caller left before the end of the answer");
    else context.log.error(line, "response failed");
  });
  const { http } = context.settings;
  app.use(sendTogether()).use(requestId).use(securityHeaders).use(accessLog(context));
  if (http.corsOrigins.length > 0) app.use(crossOrigin(http.corsOrigins));
  app.use(problems(context.log)).use(urlLength(http.maxUrlBytes)).use(checkAccessToken(context));
  const limits = createLimits(context.settings, context.metrics);
  const { call, refuse } = createCalls(context, served === "all" ? routes : probes, limits, streams);
  app.use(call);
  if (served === "all") app.use(createPages(context, limits));
  app.use(refuse);
  return app;
}

/** Routes that are served: all, or GET /health, /ready and /metrics alone, for a process with another role. */
type Served = "all" | "probes";

const probes = routes.filter(({ quota }) => quota === "probe");

export interface RunningServer {
  /** Such as http://127.0.0.1:3000. */
  url: string;
  /** Takes no new requests after the delay of the settings, and resolves when the running ones are answered. */
  close(): Promise<void>;
  /** Milliseconds that `close` takes at most, including the time that distribute waits for the ledger. */
  closesWithinMs: number;
}

/** Listens on the host and port of the settings; port 0 takes a free one. */
export async function startServer(
  context: Context,
  timing: Timing = usualTiming,
  served: Served = "all",
): Promise<RunningServer> {
  const { host, port, http } = context.settings;
  const timeouts = {
    headersTimeout: http.headersTimeoutMs,
    requestTimeout: http.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_FOR_LATE_MS,
  };
  // Any other request for an upgrade (curl asks for HTTP/2 in this way) is served as an ordinary request.
  const options = { ...timeouts, shouldUpgradeCallback: isSocketPath };
  const connections = createHandshakes(context.settings);
  const streams = createStreams(context, connections, timing);
  const server = createServer(options, createApp(context, streams, served).callback());
  answerClientErrors(server);
  const unused = unusedConnections(server);
  const sockets = served === "all" ? openSockets(server, context, connections, timing) : undefined;
  await listen(server, host, port, served === "all" ? undefined : "METRICS_PORT");
  const looking = watchDescriptors(server, unused, context);
  const url = urlOf(server.address() as AddressInfo);
  context.log.info({ url }, served === "all" ? "the API is listening" : "health checks and metrics are listening");
  const graceMs = context.settings.distributeTimeoutMs + CLOSE_MARGIN_MS;
  return {
    url,
    closesWithinMs: http.shutdownDelayMs + graceMs + CUT_MS,
    async close() {
      context.stopping.abort();
      await pause(http.shutdownDelayMs);
      streams.close();
      // The server waits for the sockets of connections as well.
      await Promise.all([sockets?.close(), closeGracefully(server, unused, graceMs)]);
      clearInterval(looking);
      context.descriptors.close();
    },
  };
}

/** Fails if the API could not listen on this host and port now. @throws Error naming the setting to change */
export async function checkAddress({ host, port }: Pick<Settings, "host" | "port">): Promise<void> {
  const server = createServer();
  await listen(server, host, port);
  await new Promise((resolve) => server.close(resolve));
}

/** @param setting of the port */
function listen(server: Server, host: string, port: number, setting = "PORT (--port)"): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(unusable(error, host, port, setting))));
    server.listen(port, host, resolve);
  });
}

function unusable({ code, message }: NodeJS.ErrnoException, host: string, port: number, setting: string): string {
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is taken: stop what listens there, or set ${setting} to another.`;
    case "EACCES":
      return `This user may not listen on port ${port}: set ${setting} to one from 1024 on.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `${host} is no address of this machine: set HOST (--host) to one, such as 127.0.0.1 or 0.0.0.0.`;
    default:
      return `The API can't listen on ${host}, port ${port} (${message}): set HOST and ${setting} to others.`;
  }
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === "0.0.0.0" || address === "::" ? "localhost" : address;
  return `http://${family === "IPv6" && host !== "localhost" ? `[${host}]` : host}:${port}`;
}

/**
 * Without descriptors, connections that nobody uses are the first to go: callers who hold them and ask nothing would keep all others out.
 * @param unused those on which no request has begun; one that is still unused at the next look is closed
 */
function watchDescriptors(server: Server, unused: Set<Socket>, { descriptors, log }: Context): NodeJS.Timeout {
  let seen: Socket[] = [];
  const look = () => {
    const before = descriptors.exhausted;
    descriptors.look();
    if (descriptors.exhausted) {
      server.closeIdleConnections();
      for (const socket of seen) if (unused.has(socket)) socket.destroy();
    }
    seen = [...unused];
    if (descriptors.exhausted && !before) log.error("the process has too many open files: calls are refused");
    if (!descriptors.exhausted && before) log.info("the process can open files again");
  };
  look();
  return setInterval(look, LOOK_AT_DESCRIPTORS_MS);
}

/** Connections on which no request has begun, such as those that browsers open ahead: Node doesn't count them as idle. */
function unusedConnections(server: Server): Set<Socket> {
  const unused = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    unused.add(socket);
    socket.once("close", () => unused.delete(socket));
  });
  for (const used of ["request", "upgrade"]) server.on(used, ({ socket }: IncomingMessage) => unused.delete(socket));
  return unused;
}

async function closeGracefully(server: Server, unused: Set<Socket>, graceMs: number): Promise<void> {
  // A kept-alive connection is closed with the answer that is on its way.
  server.on("request", (_, response) => response.setHeader("Connection", "close"));
  server.keepAliveTimeout = 1;
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  // A connection that was still sending a refused body becomes idle without an answer that would close it.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const socket of unused) socket.destroy();
  await closed;
  clearTimeout(timer);
  clearInterval(idle);
}
