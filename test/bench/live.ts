// How soon what happens is seen: the leaderboard by 1,000 sockets, beside a bare `ws` server in the same run; and an event by each kind
// of reader, from the close of its ledger on.
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { WebSocket } from "ws";
import { World } from "../support/world.ts";
import { percentile } from "./figures.ts";
import { seenBy } from "./live-readers.ts";
import type { Addresses, Order, Pushed } from "./live-service.ts";

const SOCKETS = 1_000;
const PUSHES = 20;
const LEDGERS = 200;
/** Ledgers close this long after each other. */
const CLOSE_MS = 100;

export async function live(template: string): Promise<void> {
  await leaderboard();
  await events(template);
}

const now = () => performance.timeOrigin + performance.now();

function print(name: string, samples: readonly number[], goal: string): void {
  const at = (share: number) => `${percentile(samples, share).toFixed(0)} ms`;
  console.log(`  ${name.padEnd(24)} p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)}${goal}`);
}

async function leaderboard(): Promise<void> {
  const service = fork(fileURLToPath(new URL("./live-service.ts", import.meta.url)), [String(SOCKETS)]);
  const [addresses] = (await once(service, "message")) as [Addresses];
  console.log(`leaderboard:update to ${SOCKETS} sockets, ${PUSHES} times: from the push to its arrival at each`);
  for (const which of ["merit", "bare"] as const) {
    const arrivals: number[] = [];
    const sockets = await connect(addresses[which], which === "merit" ? addresses.token : null, () =>
      arrivals.push(now()),
    );
    const waits: number[] = [];
    for (let push = 0; push < PUSHES; push++) {
      arrivals.length = 0;
      const { at } = await ask(service, which);
      while (arrivals.length < SOCKETS) await new Promise((resolve) => setTimeout(resolve, 1));
      waits.push(...arrivals.map((arrival) => arrival - at));
    }
    print(which === "merit" ? "Merit" : "bare ws server", waits, which === "merit" ? " (goal: under 1,000)" : "");
    for (const socket of sockets) socket.terminate();
  }
  service.send("stop" satisfies Order);
  await once(service, "exit");
}

async function ask(service: ChildProcess, order: Order): Promise<Pushed> {
  const answer = once(service, "message");
  service.send(order);
  return (await answer)[0] as Pushed;
}

/** Sockets that are open, and logged in if there is a token. */
async function connect(url: string, token: string | null, arrived: () => void): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let count = 0; count < SOCKETS; count++) {
    const socket = new WebSocket(`${url.replace(/^http/, "ws")}/api/ws`);
    await once(socket, "open");
    if (token !== null) {
      socket.send(JSON.stringify({ type: "auth", token }));
      await once(socket, "message");
    }
    socket.on("message", arrived);
    sockets.push(socket);
  }
  return sockets;
}

async function events(template: string): Promise<void> {
  // The default of the network "local".
  const world = await World.open(template, { INDEXER_POLL_MS: "100" });
  try {
    const merchant = await world.merchant();
    const campaign_id = await world.campaign(merchant);
    const { address: wallet_address } = await world.wallet();
    await world.ledger.setCloseMode("manual");
    /** Latest possible time when each ledger was closed. */
    const closedAt = new Map<number, number>();
    let isOver = false;
    const closing = (async () => {
      while (!isOver) {
        const { sequence } = await world.ledger.call<{ sequence: number }>("localnet_closeLedger");
        closedAt.set(sequence, now());
        await new Promise((resolve) => setTimeout(resolve, CLOSE_MS));
      }
    })();
    await using readers = await seenBy(world, merchant, now);
    for (let count = 0; count < LEDGERS; count++) {
      const body = { idempotency_key: `live-${count}`, campaign_id, wallet_address, amount: "0.01" };
      const { id } = (await merchant.post("/rewards/issue", body)).body;
      await world.settled(merchant, id, "confirmed");
    }
    const seen = await readers.after(LEDGERS);
    isOver = true;
    await closing;
    console.log(`an event of each of ${LEDGERS} ledgers: from the ledger's close until it is seen`);
    for (const [reader, sights] of Object.entries(seen)) {
      print(
        reader,
        sights.map(({ ledger, at }) => at - (closedAt.get(ledger) ?? Number.NaN)),
        reader.startsWith("bare") ? "" : " (goal: under 500)",
      );
    }
  } finally {
    await world.end();
  }
}
