import { Address, type rpc, scValToNative, xdr } from "@stellar/stellar-sdk";
import { NO_FINGERPRINT } from "./fingerprint.ts";
import { keyOf, readEntries, requireLedger } from "./rpc.ts";

/** State of all payments in the distribution contract (contracts/distribution/src/batches.rs). */
export interface Batches {
  /** Newest epoch: only its payer's batches are paid. 0 before the first. */
  epoch: number;
  /** Number of the newest batch; 0 before the first. */
  seq: number;
  /** Payments made so far. */
  paid: number;
  /** A hash of these payments: see fingerprint.ts. */
  fingerprint: Buffer;
  /** Highest number so far of each period that has one: no living mark lies above it in its period, or in another one. */
  tops: readonly number[];
  /** Ledger of the answer. */
  ledger: number;
}

/** A number's upper bits are its period of ledgers, the lower ones its index (contracts/distribution/src/numbers.rs). */
const INDEX_BITS = 23;

/** Numbers per entry of marks, and bytes of each. */
const PER_CHUNK = 256;
const REFERENCE_BYTES = 8;

/** Number of periods before the current one whose marks may live. */
const PERIODS_BEFORE = 3;

/** Lowest number of the first period. Numbers below it are those of contracts before 0.3.0, and aren't counted in `paid`. */
export const FIRST_NUMBER = 1 << INDEX_BITS;

/** The entry of a number's mark. */
export const chunkOf = (number: number): number => Math.floor(number / PER_CHUNK);

/** Lowest number of an entry. */
export const firstOf = (chunk: number): number => chunk * PER_CHUNK;

/** True if the mark of a paid number is alive. @param firstNumber lowest number of the current period */
export const isMarked = (number: number, firstNumber: number): boolean =>
  number >= FIRST_NUMBER && (number >>> INDEX_BITS) + PERIODS_BEFORE >= firstNumber >>> INDEX_BITS;

export interface MarksRequest {
  /** Id in the contract. */
  campaign: number;
  /** Entries, as {@link chunkOf} counts them. */
  chunks: readonly number[];
  /** The node must have reached this ledger. */
  atLedger?: number;
}

const UNPAID = "00".repeat(REFERENCE_BYTES);

/** @throws RpcUnavailable */
export async function readBatches(server: rpc.Server, distribution: string): Promise<Batches> {
  const key = entryKey(distribution, [xdr.ScVal.scvSymbol("Batches")], "persistent");
  const { entries, latestLedger } = await readEntries(server, [key]);
  const entry = entries.get(keyOf(key));
  const none = { epoch: 0n, seq: 0n, paid: 0n, fingerprint: NO_FINGERPRINT, tops: Buffer.alloc(0) };
  const { epoch, seq, paid, fingerprint, tops } =
    entry?.type === "contractData" ? scValToNative(entry.contractData.val) : none;
  return {
    ...{ epoch: Number(epoch), seq: Number(seq), paid: Number(paid), fingerprint: Buffer.from(fingerprint) },
    ...{ tops: numbersOf(Buffer.from(tops)), ledger: latestLedger },
  };
}

/** A period without numbers has a 0. */
const numbersOf = (tops: Buffer) =>
  Array.from({ length: tops.length / 4 }, (_, place) => tops.readUInt32BE(4 * place)).filter((top) => top > 0);

/**
 * Entries in which a campaign's marks may be: those of each living period up to its highest number.
 * @param firstNumber lowest number of the current period
 */
export function chunksUpTo(tops: Batches["tops"], firstNumber: number): number[] {
  const chunks: number[] = [];
  for (const top of tops) {
    if (!isMarked(top, firstNumber)) continue;
    for (let chunk = chunkOf(top - (top % FIRST_NUMBER)); chunk <= chunkOf(top); chunk++) chunks.push(chunk);
  }
  return chunks;
}

/** References (hex) of a campaign's paid numbers in these entries, 200 per request. @throws RpcUnavailable */
export async function readMarks(
  server: rpc.Server,
  distribution: string,
  { campaign, chunks, atLedger = 0 }: MarksRequest,
): Promise<Map<number, string>> {
  const marks = new Map<number, string>();
  if (chunks.length === 0) return marks;
  const keys = chunks.map((chunk) => marksKey(distribution, campaign, chunk));
  const { entries, latestLedger } = await readEntries(server, keys);
  requireLedger("getLedgerEntries", latestLedger, atLedger);
  for (const [index, chunk] of chunks.entries()) {
    const entry = entries.get(keyOf(keys[index] as xdr.LedgerKey));
    if (entry?.type === "contractData") addMarks(marks, chunk, entry.contractData.val);
  }
  return marks;
}

function addMarks(marks: Map<number, string>, chunk: number, value: xdr.ScVal): void {
  const bytes = Buffer.from(scValToNative(value) as Uint8Array);
  for (let cell = 0; cell < PER_CHUNK; cell++) {
    const reference = bytes.toString("hex", cell * REFERENCE_BYTES, (cell + 1) * REFERENCE_BYTES);
    if (reference !== UNPAID) marks.set(chunk * PER_CHUNK + cell, reference);
  }
}

const marksKey = (distribution: string, campaign: number, chunk: number) =>
  entryKey(
    distribution,
    [xdr.ScVal.scvSymbol("Marks"), xdr.ScVal.scvU64(BigInt(campaign)), xdr.ScVal.scvU32(chunk)],
    "temporary",
  );

/** Key of an entry of a contract's own data. */
export function entryKey(contract: string, key: xdr.ScVal[], durability: "persistent" | "temporary"): xdr.LedgerKey {
  return xdr.LedgerKey.contractData(
    new xdr.LedgerKeyContractData({
      contract: Address.fromString(contract).toScAddress(),
      key: xdr.ScVal.scvVec(key),
      durability: xdr.ContractDataDurability[durability],
    }),
  );
}
