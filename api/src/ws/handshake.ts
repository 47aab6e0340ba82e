import type { IncomingMessage } from "node:http";
import { AddressList, callerOf, clientAddress } from "@merit/core/base/limits/addresses.ts";
import { SlidingWindow } from "@merit/core/base/limits/sliding-window.ts";
import type { Settings } from "@merit/core/base/settings/settings.ts";
import { isOwnOrigin } from "../http/browser-cookies.ts";
import { isNamedOrigin } from "../http/middleware.ts";
import { originNotAllowed, tooManyRequests } from "../http/problems.ts";
import { Counts } from "./counts.ts";
import { noConnectionsLeft, tooManyConnections } from "./problems.ts";

/** The URL must be exactly this: a token in it would end up in logs. */
export const isSocketPath = (request: IncomingMessage) => request.url === "/api/ws";

/** Decides who may open a connection, WebSocket or stream. A WebSocket's first message then says who the client is. */
export interface Handshakes {
  /**
   * Counts a connection until the answer is called.
   * @throws Problem 403 for pages of other origins, 429, 503
   */
  admit(request: IncomingMessage): () => void;
  /** Like `admit`, for a call from any page: a stream's credentials are in headers, which CORS guards. */
  count(request: IncomingMessage): () => void;
  /** Connections of each user and merchant. */
  callers: Counts;
}

export function createHandshakes({ http, publicUrl }: Pick<Settings, "http" | "publicUrl">): Handshakes {
  const proxies = new AddressList(http.trustedProxies);
  const exempt = new AddressList(http.rateLimits.whitelist);
  const perAddress = new Counts(http.sockets.perAddress);
  const total = new Counts(http.sockets.total);
  const perMinute = new SlidingWindow(http.rateLimits.address);

  /** @throws Problem 429 */
  function countAddress(request: IncomingMessage): () => void {
    const address = clientAddress(request, proxies);
    if (exempt.has(address)) return () => {};
    const caller = callerOf(address);
    const { allowed, resetSeconds } = perMinute.take(caller);
    if (!allowed) throw tooManyRequests(perMinute.limit, resetSeconds);
    if (!perAddress.take(caller))
      throw tooManyConnections(`One address may have at most ${http.sockets.perAddress} connections.`);
    return () => perAddress.release(caller);
  }

  function count(request: IncomingMessage): () => void {
    const release = countAddress(request);
    if (!total.take("")) {
      release();
      throw noConnectionsLeft();
    }
    return () => {
      release();
      total.release("");
    };
  }

  /** Browsers name the page's origin, and a page can't change that. */
  const isAllowed = (request: IncomingMessage) =>
    isNamedOrigin(http.corsOrigins, request.headers.origin ?? "") || isOwnOrigin(request, { publicUrl });

  return {
    admit(request) {
      if (!isAllowed(request)) throw originNotAllowed();
      return count(request);
    },
    count,
    callers: new Counts(http.sockets.perUser),
  };
}
