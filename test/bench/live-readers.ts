import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createClient } from "@merit/client/client.ts";
import { WebSocket } from "ws";
import type { Http } from "../support/http.ts";
import { until } from "../support/processes.ts";
import type { World } from "../support/world.ts";

/** An event of a ledger, and when a reader saw it. */
export interface Sight {
  ledger: number;
  at: number;
}

const LOOK_EVERY_MS = 10;

/** Sees a ledger's events as a program without Merit would: it asks the node again and again. */
async function askNode(world: World, see: (ledger: number) => void, signal: AbortSignal): Promise<void> {
  const { contracts } = JSON.parse(readFileSync(join(world.folder, "local", "deployment.json"), "utf8"));
  const filters = [{ type: "contract", contractIds: [contracts.campaign.id] }];
  const { sequence } = await world.ledger.call<{ sequence: number }>("getLatestLedger");
  let place: object = { startLedger: sequence };
  while (!signal.aborted) {
    const page = await world.ledger.call<{ events: { ledger: number }[]; cursor: string }>("getEvents", {
      filters,
      ...("startLedger" in place ? place : { pagination: place }),
    });
    for (const { ledger } of page.events) see(ledger);
    place = { cursor: page.cursor };
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** `reward` events by a list that is asked again and again, a stream and a socket; paid rewards by a webhook. */
export async function seenBy(world: World, merchant: Http, now: () => number) {
  const { api_key } = (await merchant.post("/merchants/me/keys", { name: "bench", scopes: ["read"] })).body;
  const seen = { list: [] as Sight[], stream: [] as Sight[], WebSocket: [] as Sight[] };
  const hooked: { tx: string; at: number }[] = [];
  const ending = new AbortController();
  const client = createClient({ url: world.api.base, apiKey: api_key, signal: ending.signal });
  const filter = { contract: "campaign", type: "reward" };

  const list = async () => {
    let cursor: string | undefined;
    while (!ending.signal.aborted) {
      const { body } = await client.call("GET /contract-events", { query: { ...filter, cursor } });
      for (const { id, ledger } of body.data) {
        cursor = id;
        seen.list.push({ ledger, at: now() });
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const stream = async () => {
    for await (const { data } of client.stream("GET /contract-events", { query: filter })) {
      if (data) seen.stream.push({ ledger: data.ledger, at: now() });
    }
  };
  const bare = new Map<number, number>();
  const node = askNode(world, (ledger) => bare.has(ledger) || bare.set(ledger, now()), ending.signal);
  const reading = [list(), stream(), node].map((reader) => reader.catch(() => {}));

  const socket = new WebSocket(`${world.api.base.replace(/^http/, "ws")}/ws`);
  await once(socket, "open");
  socket.send(JSON.stringify({ type: "auth", api_key }));
  await once(socket, "message");
  socket.send(JSON.stringify({ type: "subscribe", topic: "contract-events", filter }));
  await once(socket, "message");
  socket.on("message", (data) => seen.WebSocket.push({ ledger: JSON.parse(data.toString()).data.ledger, at: now() }));

  const server = createServer(async (request, response) => {
    const { type, data } = JSON.parse(await text(request));
    if (type === "issuance.confirmed") hooked.push({ tx: data.tx_hash, at: now() });
    response.writeHead(204).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  await merchant.post("/webhooks", { url, types: ["issuance.confirmed"] });

  return {
    /** The events that each reader has seen, once there are `count` of them. */
    async after(count: number): Promise<Record<string, Sight[]>> {
      await until(() => ([...Object.values(seen), hooked].every(({ length }) => length >= count) ? true : undefined));
      const ledgers = await ledgersOf(merchant);
      const webhook = hooked.map(({ tx, at }) => ({ ledger: ledgers.get(tx) ?? 0, at }));
      // The campaign's own events before the rewards are in ledgers that nobody else has seen.
      const ofNode = seen.list.map(({ ledger }) => ({ ledger, at: bare.get(ledger) ?? Number.NaN }));
      return {
        "bare loop of getEvents": ofNode,
        "GET /contract-events": seen.list,
        stream: seen.stream,
        WebSocket: seen.WebSocket,
        webhook,
      };
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      socket.terminate();
      server.closeAllConnections();
      server.close();
      await Promise.all(reading);
    },
  };
}

/** Ledgers of the transactions that paid rewards. */
async function ledgersOf(merchant: Http): Promise<Map<string, number>> {
  const ledgers = new Map<string, number>();
  for (let cursor = ""; ; ) {
    const { body } = await merchant.get(
      `/contract-events?contract=campaign&type=reward&limit=100${cursor && `&cursor=${cursor}`}`,
    );
    for (const { tx_hash, ledger } of body.data) ledgers.set(tx_hash, ledger);
    if (!body.has_more) return ledgers;
    cursor = body.next_cursor;
  }
}
