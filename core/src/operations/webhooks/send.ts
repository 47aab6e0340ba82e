import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from "node:http";
import { Agent, request as requestHttps } from "node:https";
import { storable } from "../../base/text.ts";
import { AddressRefused, type Allowed, checkedLookup, refusalOf } from "./target.ts";

/** Time until the whole answer must be there. */
const TIMEOUT_MS = 15_000;
/** Bytes kept of an answer. */
const KEPT_BYTES = 500;
/** Agent without a limit of connections: requests would wait for one within their time. Callers limit them (slots.ts). */
const AGENT = { keepAlive: true, timeout: TIMEOUT_MS };

export interface Answer {
  status: number;
  /** The first bytes. */
  body: string;
  /** Seconds that the receiver asks to wait. */
  retryAfter: number | null;
}

/**
 * Why there is no connection. It is one text, whether the name is unknown, its address private, or the port closed: otherwise a merchant
 * could ask which names the service's network has, and try the ports of others from the service's address.
 */
const NO_CONNECTION =
  "no connection: the name has no address, it has one that is not public, or nothing there takes the connection";

/** Sends webhooks. Redirects are not followed: they are answers like others. */
export interface Sender {
  /** @throws Error that says why there is no answer; it never tells which names and addresses there are around the service */
  post(url: string, headers: Record<string, string>, body: string): Promise<Answer>;
  /** Breaks off the requests on their way. */
  close(): void;
}

/** @param nameServers by default, the system's */
export function createSender(allowed: Allowed, timeoutMs = TIMEOUT_MS, nameServers?: readonly string[]): Sender {
  const lookup = checkedLookup(allowed, nameServers);
  const closed = new AbortController();
  const [plain, secure] = [new HttpAgent(AGENT), new Agent(AGENT)];
  return {
    async post(url, headers, body) {
      // The rules may be stricter than when the endpoint was stored; addresses in URLs are never looked up.
      const refusal = refusalOf(url, allowed);
      if (refusal) throw new AddressRefused(`the URL ${refusal}`);
      const late = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([late, closed.signal]);
      const options = { method: "POST", headers, lookup, signal };
      const isSecure = new URL(url).protocol === "https:";
      let isConnected = false;
      try {
        const response = await new Promise<IncomingMessage>((resolve, reject) => {
          const sent = isSecure
            ? requestHttps(url, { ...options, agent: secure }, resolve)
            : requestHttp(url, { ...options, agent: plain }, resolve);
          sent.on("error", reject).end(body);
          sent.on("socket", (socket) => {
            isConnected = !socket.connecting;
            // A reused socket is connected already, and would keep a listener for each request.
            if (socket.connecting) {
              socket.once("connect", () => {
                isConnected = true;
              });
            }
          });
          sent.on("upgrade", (_, socket) => {
            socket.destroy();
            reject(new Error("the answer was 101 (switching protocols)"));
          });
        });
        return await read(response);
      } catch (error) {
        if (!isConnected && !closed.signal.aborted) throw new Error(NO_CONNECTION);
        if (late.aborted) throw new Error(`no answer within ${timeoutMs / 1000} seconds`);
        throw error;
      }
    },
    close() {
      closed.abort();
      plain.destroy();
      secure.destroy();
    },
  };
}

async function read(response: IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Endless answers are cut off; the status counts.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= KEPT_BYTES) break;
  }
  return {
    status: response.statusCode ?? 0,
    body: storable(Buffer.concat(chunks).subarray(0, KEPT_BYTES).toString("utf8")),
    retryAfter: secondsOf(response.headers["retry-after"]),
  };
}

/** Seconds of a Retry-After header, which has seconds or a date. */
function secondsOf(header: string | undefined): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : null;
}
