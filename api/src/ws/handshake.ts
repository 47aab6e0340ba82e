import type { IncomingMessage } from "node:http";
import { AddressList, callerOf, clientAddress } from "@merit/core/limits/addresses.ts";
import { SlidingWindow } from "@merit/core/limits/sliding-window.ts";
import type { Settings } from "@merit/core/settings/settings.ts";
import { tooManyRequests } from "../http/problems.ts";
import { Counts } from "./counts.ts";
import { originNotAllowed, tooManyConnections } from "./problems.ts";

/** The URL must be exactly this: a token in it would end up in logs. */
export const isSocketPath = (request: IncomingMessage) => request.url === "/api/ws";

/** Decides who may open a connection. The first message then says who the client is. */
export interface Handshakes {
  /**
   * Counts a connection until the answer is called.
   * @throws Problem 403 for pages of other origins, 429, 503
   */
  admit(request: IncomingMessage): () => void;
}

export function createHandshakes({ http, publicUrl }: Pick<Settings, "http" | "publicUrl">): Handshakes {
  const proxies = new AddressList(http.trustedProxies);
  const exempt = new AddressList(http.rateLimits.whitelist);
  const perAddress = new Counts(http.sockets.perAddress);
  const total = new Counts(http.sockets.total);
  const perMinute = new SlidingWindow(http.rateLimits.address);
  const origins = [...http.corsOrigins, publicUrl];

  /** @throws Problem 429 */
  function countAddress(request: IncomingMessage): () => void {
    const address = clientAddress(request, proxies);
    if (exempt.has(address)) return () => {};
    const caller = callerOf(address);
    const { allowed, resetSeconds } = perMinute.take(caller);
    if (!allowed) throw tooManyRequests(perMinute.limit, resetSeconds);
    if (!perAddress.take(caller))
      throw tooManyConnections(429, `One address may have at most ${http.sockets.perAddress} connections.`);
    return () => perAddress.release(caller);
  }

  return {
    admit(request) {
      if (!isAllowed(request, origins)) throw originNotAllowed();
      const release = countAddress(request);
      if (!total.take("")) {
        release();
        throw tooManyConnections(503, "The service has reached its limit of connections.");
      }
      return () => {
        release();
        total.release("");
      };
    },
  };
}

/** Browsers name the page's origin, and a page can't change that; other programs name none. */
function isAllowed({ headers: { origin, host } }: IncomingMessage, origins: string[]): boolean {
  if (origin === undefined || origins.includes("*") || origins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
