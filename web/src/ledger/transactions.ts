import { ask } from "./rpc.ts";
import type { Value } from "./values.ts";

// Transactions as Stellar RPC writes them in JSON, and what the pages show of them.

interface Call {
  contract_address: string;
  function_name: string;
  args: Value[];
}
interface Invocation {
  function: { contract_fn?: Call };
  sub_invocations: Invocation[];
}
interface Auth {
  /** The SDK signs `address_v2`. */
  credentials: string | { address?: { address: string }; address_v2?: { address: string } };
  root_invocation: Invocation;
}
interface Operation {
  source_account: string | null;
  body: string | { [type: string]: unknown };
}
interface Inner {
  source_account: string;
  fee: number;
  operations: Operation[];
  ext: string | { v1?: { resources: Resources } };
}
interface Resources {
  instructions: number;
  disk_read_bytes: number;
  write_bytes: number;
  footprint: { read_only: unknown[]; read_write: unknown[] };
}
interface Event {
  contract_id: string | null;
  type: string;
  body: { v0: { topics: Value[]; data: Value } };
}
interface Meta {
  soroban_meta: {
    ext: {
      v1?: {
        rent_fee_charged: string;
        total_non_refundable_resource_fee_charged: string;
        total_refundable_resource_fee_charged: string;
      };
    };
    return_value: Value | null;
  } | null;
}

export interface Transaction {
  status: "SUCCESS" | "FAILED" | "NOT_FOUND";
  txHash: string;
  ledger: number;
  createdAt: number | string;
  envelopeJson: {
    tx?: { tx: Inner };
    tx_fee_bump?: { tx: { fee_source: string; inner_tx: { tx: { tx: Inner } } } };
  };
  resultJson: { fee_charged: string; result: unknown };
  resultMetaJson: { v4?: Meta };
  events?: { contractEventsJson?: Event[][] };
  diagnosticEventsJson?: { event: Event }[];
}

export const innerOf = ({ envelopeJson: { tx, tx_fee_bump } }: Transaction): Inner | undefined =>
  tx?.tx ?? tx_fee_bump?.tx.inner_tx.tx.tx;
export const feeSourceOf = ({ envelopeJson: { tx, tx_fee_bump } }: Transaction): string | undefined =>
  tx_fee_bump?.tx.fee_source ?? tx?.tx.source_account;

export const typeOf = ({ body }: Operation): string =>
  (typeof body === "string" ? body : (Object.keys(body)[0] ?? "")).replaceAll("_", " ");

/** The call of a contract, if the operation is one. */
export function callOf({ body }: Operation): Call | undefined {
  if (typeof body === "string") return undefined;
  return (body.invoke_host_function as { host_function: { invoke_contract?: Call } } | undefined)?.host_function
    .invoke_contract;
}

export const authOf = ({ body }: Operation): Auth[] =>
  typeof body === "string" ? [] : ((body.invoke_host_function as { auth: Auth[] } | undefined)?.auth ?? []);

/** Signer of an authorisation; null is the transaction's own source. */
export const signerOf = ({ credentials }: Auth): string | null =>
  typeof credentials === "string"
    ? null
    : ((credentials.address ?? credentials.address_v2)?.address ?? "another kind of signer");

export interface Step {
  depth: number;
  call: Call;
}
/** The calls that an authorisation allows, each below the one that makes it. */
export const stepsOf = ({ function: called, sub_invocations }: Invocation, depth = 0): Step[] => [
  ...(called.contract_fn ? [{ depth, call: called.contract_fn }] : []),
  ...sub_invocations.flatMap((inner) => stepsOf(inner, depth + 1)),
];

export const eventsOf = (transaction: Transaction): Event[] => transaction.events?.contractEventsJson?.flat() ?? [];
export const metaOf = (transaction: Transaction) => transaction.resultMetaJson.v4?.soroban_meta ?? null;

/** Limits of the transaction's resources, and its use as far as the node tells it: [what, used, allowed]. */
export function usageOf(transaction: Transaction): [what: string, used: string | undefined, allowed: string][] {
  const ext = innerOf(transaction)?.ext;
  const resources = typeof ext === "object" ? ext.v1?.resources : undefined;
  if (!resources) return [];
  const metrics = new Map(
    (transaction.diagnosticEventsJson ?? []).flatMap(({ event }) => {
      const [topic, name] = event.body.v0.topics;
      const isMetric = typeof topic === "object" && topic.symbol === "core_metrics";
      if (!isMetric || typeof name !== "object" || typeof event.body.v0.data !== "object") return [];
      return [[String(name.symbol), String(event.body.v0.data.u64)]];
    }),
  );
  const { instructions, disk_read_bytes, write_bytes, footprint } = resources;
  return [
    ["Instructions", metrics.get("cpu_insn"), String(instructions)],
    ["Bytes written", metrics.get("ledger_write_byte"), String(write_bytes)],
    ["Bytes read from disk", metrics.get("ledger_read_byte"), String(disk_read_bytes)],
    ["Entries read", metrics.get("read_entry"), String(footprint.read_only.length + footprint.read_write.length)],
    ["Entries written", metrics.get("write_entry"), String(footprint.read_write.length)],
  ];
}

/** Most transactions that the RPC gives at once. */
const MOST = 200;

/**
 * Transactions of a range of ledgers, newest first. A range that has more than the RPC gives at once begins later than asked.
 * @returns the first ledger of the range as well
 */
export async function transactionsOf(from: number, to: number): Promise<{ from: number; rows: Transaction[] }> {
  const { transactions, oldestLedger } = await ask<{ transactions: Transaction[] | null; oldestLedger: number }>(
    "getTransactions",
    { startLedger: from, xdrFormat: "json", pagination: { limit: MOST } },
  );
  const isCut = transactions?.length === MOST && Number(transactions.at(-1)?.ledger) <= to;
  if (isCut && from < to) return transactionsOf(to - Math.floor((to - from) / 2), to);
  return {
    from: Math.max(from, oldestLedger),
    rows: (transactions ?? []).filter(({ ledger }) => ledger <= to).reverse(),
  };
}
