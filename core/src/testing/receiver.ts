import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that takes webhooks. */
export interface Receiver extends AsyncDisposable {
  url: string;
  requests: Received[];
  /** Resolves once there are so many requests. */
  received(count: number): Promise<Received[]>;
}

/** @param answer what it does with each request; by default it answers 204 */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const requests: Received[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const { url: path = "", headers } = request;
    // A sender that is killed in the middle has sent nothing.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    requests.push({ path, headers, body });
    answer(response, requests.length);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    received: (count) =>
      new Promise((resolve) => {
        const look = () => {
          if (requests.length < count) return;
          waiting.delete(look);
          resolve(requests);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
