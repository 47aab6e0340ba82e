// Receivers of webhooks, in a process of their own: each path is an endpoint. From
// the order "hang" on, those under /hangs/ take requests and never answer.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Order = "hang" | "report" | "stop";
/** Requests that were answered, and how long after its event each came, in milliseconds. */
export interface Report {
  answered: number;
  waits: number[];
}

let answered = 0;
let waits: number[] = [];
let isHanging = false;

const server = createServer(async (request, response) => {
  const body = await text(request);
  if (isHanging && request.url?.startsWith("/hangs/")) return;
  const { created_at } = JSON.parse(body);
  if (!request.url?.startsWith("/hangs/")) waits.push(Date.now() - Date.parse(created_at));
  answered += 1;
  response.writeHead(204).end();
});

process.on("message", (order: Order) => {
  if (order === "stop") process.exit();
  isHanging ||= order === "hang";
  process.send?.({ answered, waits } satisfies Report);
  answered = 0;
  waits = [];
});
// Nothing is left behind if the bench ends early.
process.on("disconnect", () => process.exit());

server.listen(0, "127.0.0.1", () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
