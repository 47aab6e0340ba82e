// The API, and beside it a bare `ws` server, in a process of their own: `test/bench/live.ts` tells each when to push.
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { startService } from "@merit/api/testing/service.ts";
import type { LiveMessage } from "@merit/core/base/live/live.ts";
import { WebSocketServer } from "ws";

export type Order = "merit" | "bare" | "stop";
export interface Addresses {
  merit: string;
  bare: string;
  token: string;
}
/** Start of a push, on the clock of all processes. */
export interface Pushed {
  at: number;
}

const connections = process.argv[2] ?? "";
const service = await startService({
  LOG_LEVEL: "silent",
  WS_CONNECTIONS_PER_USER: connections,
  WS_CONNECTIONS_PER_ADDRESS: connections,
});
const bare = new WebSocketServer({ port: 0, host: "127.0.0.1" });
await once(bare, "listening");

/** Leaderboard as large as a real one: the first ten of each period. */
const places = Array.from({ length: 10 }, (_, index) => {
  return { rank: index + 1, points: 1_000 - index, user_id: index + 1, display_name: "Ada L." };
});
const update: LiveMessage = {
  event: "leaderboard:update",
  data: { updated_at: new Date().toISOString(), periods: { all: places, week: places, month: places } },
};

process.on("message", async (order: Order) => {
  if (order === "stop") {
    bare.close();
    await service[Symbol.asyncDispose]();
    process.disconnect();
    return;
  }
  process.send?.({ at: performance.timeOrigin + performance.now() } satisfies Pushed);
  if (order === "merit") return service.world.context.live.publish(update);
  const text = JSON.stringify(update);
  for (const client of bare.clients) client.send(text);
});

const { accessToken: token } = await service.user();
const { port } = bare.address() as AddressInfo;
process.send?.({ merit: service.server.url, bare: `http://127.0.0.1:${port}`, token } satisfies Addresses);
