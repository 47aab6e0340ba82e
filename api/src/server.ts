import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { prune as pruneAuth } from "@merit/core/auth/prune.ts";
import type { Context } from "@merit/core/context.ts";
import * as idempotency from "@merit/core/idempotency/store.ts";
import Koa from "koa";
import { accessLog } from "./http/access-log.ts";
import { answerClientErrors } from "./http/client-errors.ts";
import { crossOrigin } from "./http/cors.ts";
import { createLimits } from "./http/limits.ts";
import { problems } from "./http/problems.ts";
import { requestId } from "./http/request-id.ts";
import { createRouter } from "./http/router.ts";
import { securityHeaders } from "./http/security-headers.ts";
import { urlLength } from "./http/url-length.ts";
import { routes } from "./routes/index.ts";

/** How often sockets are looked through for requests that are late; by default half a minute would be added to the limits. */
const LOOK_FOR_LATE_MS = 1000;
/** Longer than the idle time of usual load balancers (60 s), or they would meet a closing socket. */
const KEEP_ALIVE_MS = 65_000;
/** Beyond the longest request (distribute's own time), the rest of a request. */
const CLOSE_MARGIN_MS = 3000;
/** How often a server that closes looks for idle connections. */
const CLOSE_IDLE_EVERY_MS = 100;
/** Answers kept for Idempotency-Key live a day. */
const KEEP_ANSWERS_MS = 24 * 3_600_000;
const PRUNE_EVERY_MS = 3_600_000;

export function createApp(context: Context): Koa {
  const app = new Koa();
  // Koa prints what its middleware could not answer; ours logs it with the request's id.
  app.on("error", (error) => context.log.error({ err: error }, "response failed"));
  const { http } = context.settings;
  app.use(requestId).use(securityHeaders).use(accessLog(context)).use(crossOrigin(http.corsOrigins));
  app.use(problems(context.log)).use(urlLength(http.maxUrlBytes));
  for (const middleware of createRouter(context, routes, createLimits(context.settings, context.metrics)))
    app.use(middleware);
  return app;
}

export interface RunningServer {
  /** Such as http://127.0.0.1:3000. */
  url: string;
  /** Takes no new requests and resolves when the running ones are answered. */
  close(): Promise<void>;
}

/** Listens on the host and port of the settings; port 0 takes a free one. */
export async function startServer(context: Context): Promise<RunningServer> {
  const { host, port, http } = context.settings;
  const timeouts = {
    headersTimeout: http.headersTimeoutMs,
    requestTimeout: http.requestTimeoutMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_FOR_LATE_MS,
  };
  const server = createServer(timeouts, createApp(context).callback());
  answerClientErrors(server);
  await listen(server, host, port);
  const url = urlOf(server.address() as AddressInfo);
  const pruning = setInterval(() => void prune(context), PRUNE_EVERY_MS).unref();
  context.log.info({ url }, "API listens");
  return {
    url,
    close() {
      clearInterval(pruning);
      return closeGracefully(server, context.settings.distributeTimeoutMs + CLOSE_MARGIN_MS);
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const taken = error.code === "EADDRINUSE";
      reject(
        taken ? new Error(`Port ${port} on ${host} is taken: stop what listens there, or set PORT to another.`) : error,
      );
    });
    server.listen(port, host, resolve);
  });
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === "0.0.0.0" || address === "::" ? "localhost" : address;
  return `http://${family === "IPv6" && host !== "localhost" ? `[${host}]` : host}:${port}`;
}

async function closeGracefully(server: Server, graceMs: number): Promise<void> {
  // A kept-alive connection is closed with the answer that is on its way.
  server.on("request", (_, response) => response.setHeader("Connection", "close"));
  server.keepAliveTimeout = 1;
  const timer = setTimeout(() => server.closeAllConnections(), graceMs);
  // One that was still sending what had been refused already becomes idle without an answer that would close it.
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearTimeout(timer);
  clearInterval(idle);
}

async function prune({ db, clock, log }: Context): Promise<void> {
  const now = clock.now();
  await db
    .commit(async (store) => {
      await idempotency.prune(store, new Date(now.getTime() - KEEP_ANSWERS_MS));
      await pruneAuth(store, now);
    })
    .catch((error) => log.error({ err: error }, "could not prune"));
}
