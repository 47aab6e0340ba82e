import { setTimeout as pause } from "node:timers/promises";
import { scValToNative, xdr } from "@stellar/stellar-sdk";

/** The proxy's answer; null closes the connection without one. */
export type Reply = { status: number; text: string; retryAfter?: number } | null;

/** Fields of results that the lies use. */
export interface Result {
  latestLedger?: number;
  oldestLedger?: number;
  /** Field of getLatestLedger. */
  sequence?: number;
  /** Field of getTransaction. */
  ledger?: number;
  status?: string;
  /** A list in getEvents, lists by kind in getTransaction. */
  events?: unknown;
  entries?: { lastModifiedLedgerSeq: number; xdr?: string }[];
  cursor?: string;
  minResourceFee?: string;
  [field: string]: unknown;
}

export interface RpcError {
  code: number;
  message: string;
}

/** A JSON-RPC call that is about to be lied to. */
export interface Call {
  id: unknown;
  method: string;
  params: Record<string, unknown>;
  /** The lie's parameter: milliseconds, ledgers and so on. */
  by: number;
  /** The lie's state between its calls. */
  state: { oldest?: number };
  memory: Memory;
  /** Asks the node for the true answer. */
  forward(): Promise<Reply>;
}

/** Answers of the node to each question, so that old ones can be given again. */
export class Memory {
  /** Newest ledger in any answer of the node. */
  ledger = 0;
  #lastPage: Result | undefined;
  readonly #answers = new Map<string, Result[]>();

  keep(call: Pick<Call, "method" | "params">, result: Result): void {
    this.ledger = Math.max(this.ledger, ledgerOf(result));
    if (call.method === "getEvents") this.#lastPage = result;
    if (!REMEMBERED.has(call.method)) return;
    const key = keyOf(call);
    this.#answers.set(key, [...(this.#answers.get(key) ?? []), result].slice(-KEPT_ANSWERS));
  }

  /** The answer to the same question `count` answers ago, or the oldest there is. */
  ago(call: Call, count: number): Result | undefined {
    const answers = this.#answers.get(keyOf(call)) ?? [];
    return answers.at(-count) ?? answers[0];
  }

  /** The newest answer to the same question from `ledger` or before. */
  upTo(call: Call, ledger: number): Result | undefined {
    return this.#answers.get(keyOf(call))?.findLast((result) => ledgerOf(result) <= ledger);
  }

  get lastPage(): Result | undefined {
    return this.#lastPage;
  }
}

const KEPT_ANSWERS = 50;
const REMEMBERED = new Set([
  ...["getLatestLedger", "getHealth", "getLedgerEntries", "getTransaction", "simulateTransaction", "getFeeStats"],
]);

const keyOf = ({ method, params }: Pick<Call, "method" | "params">) => `${method} ${JSON.stringify(params)}`;
const ledgerOf = ({ latestLedger, sequence }: Result) => latestLedger ?? sequence ?? 0;

const answer = ({ id }: Call, result: unknown): Reply => ({
  status: 200,
  text: JSON.stringify({ jsonrpc: "2.0", id, result }),
});

const refusal = ({ id }: Call, error: RpcError): Reply => ({
  status: 200,
  text: JSON.stringify({ jsonrpc: "2.0", id, error }),
});

/** The node's answer with another result; its errors and silences stay. */
async function changed(call: Call, change: (result: Result) => Result | RpcError): Promise<Reply> {
  const reply = await call.forward();
  const result = reply && (JSON.parse(reply.text) as { result?: Result }).result;
  if (!result) return reply;
  const told = change(result);
  return "message" in told ? refusal(call, told as RpcError) : answer(call, told);
}

/** Answers instead of the node, with an HTTP error. */
const page = (status: number): Reply => ({ status, text: `<html><body><h1>${status}</h1></body></html>` });

const notFound = ({ latestLedger, latestLedgerCloseTime, oldestLedger, oldestLedgerCloseTime }: Result): Result => ({
  ...{ latestLedger, latestLedgerCloseTime, oldestLedger, oldestLedgerCloseTime },
  status: "NOT_FOUND",
});

const outOfRange = (oldest: number, latest: number): RpcError => ({
  code: -32600,
  message: `startLedger must be within the ledger range: ${oldest} - ${latest}`,
});

/** The ledger at which a page of events is to start. */
function startOf({ params }: Call): number {
  const { cursor } = (params.pagination ?? {}) as { cursor?: string };
  return cursor ? Number(BigInt(cursor.split("-")[0] ?? "") >> 32n) : Number(params.startLedger);
}

/** Position behind the last event that a ledger can have, as nodes write it. */
const endOf = (ledger: number) => `${String(((BigInt(ledger) + 1n) << 32n) - 1n).padStart(19, "0")}-4294967295`;

/** The answer of a node that has reached `ledger`. */
function asOf(ledger: number, call: Call, result: Result): Result | RpcError {
  const older = { ...result, latestLedger: ledger };
  switch (call.method) {
    case "getLatestLedger":
      return { ...result, sequence: ledger };
    case "getTransaction":
      return (result.ledger ?? 0) > ledger ? notFound(older) : older;
    case "getLedgerEntries": {
      const isNewer = result.entries?.some((entry) => entry.lastModifiedLedgerSeq > ledger);
      return isNewer ? { code: -32603, message: "this entry's older value is not known here" } : older;
    }
    case "getEvents": {
      if (startOf(call) > ledger) return outOfRange(result.oldestLedger ?? 0, ledger);
      const events = result.events as { ledger: number }[];
      const seen = events.filter((event) => event.ledger <= ledger);
      return seen.length === events.length ? older : { ...older, events: seen, cursor: endOf(ledger) };
    }
    default:
      return older;
  }
}

/** The answer of a node that has dropped all ledgers before `oldest`. */
function since(oldest: number, call: Call, result: Result): Result | RpcError {
  const shorter = "oldestLedger" in result ? { ...result, oldestLedger: oldest } : result;
  if (call.method === "getTransaction" && (result.ledger ?? 0) < oldest) return notFound(shorter);
  const isGone = ["getEvents", "getLedgers"].includes(call.method) && startOf(call) < oldest;
  return isGone ? outOfRange(oldest, result.latestLedger ?? oldest) : shorter;
}

/** JSON that is not a valid answer of a node. */
const WRONG = [
  "{}",
  "null",
  "[]",
  '"ok"',
  '{"jsonrpc":"2.0","id":1}',
  '{"jsonrpc":"2.0","id":1,"result":null}',
  '{"jsonrpc":"2.0","id":1,"result":{}}',
  '{"jsonrpc":"2.0","id":1,"result":[]}',
  "<html><body>Welcome</body></html>",
];

/** A transaction that calls `pay`, as XDR writes that name: only this one is refused, and views still work. */
const PAY = Buffer.from([0, 0, 0, 3, 0x70, 0x61, 0x79, 0]);
const isPay = ({ params }: Call) => Buffer.from(String(params.transaction), "base64").includes(PAY);

/** An entry of marks with other references for its `count` highest numbers; any other entry as it is. */
function withOtherMarks<Entry extends { xdr?: string }>(entry: Entry, count: number): Entry {
  const raw = Buffer.from(entry.xdr ?? "", "base64");
  const { contractData: data } = xdr.LedgerEntryData.fromXDR(raw) as { contractData?: xdr.ContractDataEntry };
  if (data?.durability !== xdr.ContractDataDurability.temporary) return entry;
  const marks = Buffer.from(scValToNative(data.val));
  const from = raw.indexOf(marks);
  let changed = 0;
  for (let at = from + marks.length - 8; at >= from && changed < count; at -= 8) {
    const reference = raw.readBigUInt64BE(at);
    if (reference === 0n) continue;
    raw.writeBigUInt64BE(reference ^ 1n, at);
    changed += 1;
  }
  return { ...entry, xdr: raw.toString("base64") };
}

/** All kinds of wrong answers that an RPC has given, or may give. */
export const lies = {
  /** The connection ends, and the node never gets the call. */
  drop: async () => null,
  /** The node carries out the call, and the connection ends before its answer. */
  "drop-answer": async (call) => {
    await call.forward();
    return null;
  },
  /** The node carries out the call, and a gateway in front of it answers 502, 504 or another status (`by`). */
  gateway: async (call) => {
    await call.forward();
    return page(call.by);
  },
  "too-many": async () => ({ status: 429, text: "Too Many Requests", retryAfter: 1 }),
  /** It reaches the node `by` milliseconds late. */
  "late-request": async (call) => {
    await pause(call.by);
    return call.forward();
  },
  /** The answer comes `by` milliseconds late. */
  "late-answer": async (call) => {
    const reply = await call.forward();
    await pause(call.by);
    return reply;
  },
  /** The node gets the call twice; its second answer is returned. */
  twice: async (call) => {
    await call.forward();
    return call.forward();
  },
  /** The node's answer to the same call `by` answers ago. */
  stale: async (call) => {
    const old = call.memory.ago(call, call.by);
    return old ? answer(call, old) : call.forward();
  },
  /** The answer of a node that is `by` ledgers behind; an error if that isn't known here. */
  behind: async (call) => {
    const ledger = call.memory.ledger - call.by;
    const old = call.memory.upTo(call, ledger);
    return old ? answer(call, old) : changed(call, (result) => asOf(ledger, call, result));
  },
  /** The answer of a node that has dropped everything older than the newest ledger at the start of this lie. */
  forgotten: async (call) => {
    call.state.oldest ??= call.memory.ledger;
    const { oldest } = call.state;
    return changed(call, (result) => since(oldest, call, result));
  },
  "not-found": async (call) => changed(call, notFound),
  /** A transaction that landed, without its effects. */
  "no-events": async (call) => changed(call, (result) => ({ ...result, events: { contractEventsXdr: [] } })),
  truncated: async (call) => {
    const reply = await call.forward();
    return reply && { ...reply, text: reply.text.slice(0, reply.text.length / 2) };
  },
  /** The `by`-th of the wrong answers. */
  wrong: async (call) => {
    await call.forward();
    return { status: 200, text: WRONG[call.by % WRONG.length] ?? "" };
  },
  /** No events, although there are some, and the position behind them. */
  "empty-page": async (call) =>
    changed(call, (result) => ({ ...result, events: [], cursor: endOf(result.latestLedger ?? 0) })),
  /** The last page again, whatever was asked for. */
  "repeated-page": async (call) => {
    const { lastPage } = call.memory;
    return lastPage ? answer(call, lastPage) : call.forward();
  },
  /** False references for the `by` highest paid numbers of each entry, in place of the true ones. */
  "other-marks": async (call) =>
    changed(call, (result) => ({
      ...result,
      entries: result.entries?.map((entry) => withOtherMarks(entry, call.by)) ?? [],
    })),
  /** A simulation that costs `by` times as much. */
  dear: async (call) =>
    changed(call, (result) =>
      result.minResourceFee && isPay(call)
        ? { ...result, minResourceFee: String(Number(result.minResourceFee) * call.by) }
        : result,
    ),
  /** The contract refuses every payout with the error code `by`. */
  refused: async (call) =>
    isPay(call)
      ? changed(call, ({ latestLedger = 0 }) => ({ latestLedger, error: `HostError: Error(Contract, #${call.by})` }))
      : call.forward(),
} satisfies Record<string, (call: Call) => Promise<Reply>>;

export type LieKind = keyof typeof lies;
