// A node that serves payouts, in a process of its own: each page is made once, so that answering costs the measured process little.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { address, bytes, i128, party, rawEvent, symbol, text, u64, vec } from "@merit/indexer/testing/events.ts";

const [pages = 0, perPage = 0] = process.argv.slice(2).map(Number);
/** Payments of a batch, as the worker pays them. */
const BATCH = 60;
const WALLETS = 200;

const [campaign, pool, asset] = [address.contract(1), address.contract(2), address.contract(3)];
const wallets = Array.from({ length: WALLETS }, (_, index) => party(address.account(index + 10)));
const name = text(`MERIT:${address.account(5)}`);

/** A transfer per payment, then the campaign's `reward`. */
function event(index: number) {
  const ledger = 10 + Math.floor(index / (BATCH + 1));
  const place = { ledger, index: index % (BATCH + 1) };
  if (place.index < BATCH) {
    const to = wallets[index % WALLETS] as (typeof wallets)[number];
    return rawEvent(asset, [symbol("transfer"), party(pool), to, name], i128(10n), place);
  }
  const part = (width: number) => bytes(new Uint8Array(BATCH * width));
  const value = vec([u64(7n), u64(BigInt(ledger)), i128(10n * BigInt(BATCH)), part(4), part(8), part(1)]);
  return rawEvent(campaign, [symbol("reward"), u64(3n)], value, place);
}

const latestLedger = 10 + Math.ceil((pages * perPage) / (BATCH + 1));
const bodies: string[] = [];
const next = new Map<string, number>();
for (let page = 0; page < pages; page++) {
  const events = Array.from({ length: perPage }, (_, index) => event(page * perPage + index));
  const cursor = events.at(-1)?.id ?? "";
  next.set(cursor, page + 1);
  const result = {
    events: events.map(({ topics, ...rest }) => ({ type: "contract", ...rest, topic: topics })),
    ...{ cursor, latestLedger, oldestLedger: 1 },
  };
  bodies.push(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
}

const range = { oldestLedger: 1, latestLedger };
const empty = (cursor: string) => ({ events: [], cursor, ...range });
const answer = (method: string, cursor: string | undefined): unknown => {
  if (method === "getHealth") return { status: "healthy", ...range, ledgerRetentionWindow: 1 };
  if (method === "getLedgers") return { ledgers: [{ sequence: latestLedger, hash: "a" }], cursor: "1", ...range };
  return empty(cursor ?? "");
};

const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    const { method, params } = JSON.parse(body);
    const cursor: string | undefined = params?.pagination?.cursor;
    const page = method === "getEvents" ? bodies[cursor === undefined ? 0 : (next.get(cursor) ?? pages)] : undefined;
    response.setHeader("content-type", "application/json");
    response.end(page ?? JSON.stringify({ jsonrpc: "2.0", id: 1, result: answer(method, cursor) }));
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("disconnect", () => process.exit());
