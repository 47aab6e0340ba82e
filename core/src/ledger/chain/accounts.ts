import { Keypair, type rpc, xdr } from "@stellar/stellar-sdk";
import { keyOf, readEntries, requireLedger } from "./rpc.ts";
import { type Signers, signersOf } from "./signers.ts";

/** The parts of an account on the ledger that building and checking its transactions needs. */
export interface AccountFacts extends Signers {
  /** Last used sequence number. */
  sequence: bigint;
  /** Stroops of XLM above the reserve and what offers hold: what it may spend, negative where the reserve was raised. */
  spendable: bigint;
  /** Number of reserves that it keeps for others. */
  sponsoring: bigint;
}

/** Reserve per entry, in stroops of XLM; an account has two entries to begin with. */
export const BASE_RESERVE = 5_000_000n;

/** As of `atLedger` or later; undefined for an account that doesn't exist on the ledger. @throws RpcUnavailable */
export async function readAccount(
  server: rpc.Server,
  address: string,
  atLedger = 0,
): Promise<AccountFacts | undefined> {
  const key = accountKey(address);
  const { entries, latestLedger } = await readEntries(server, [key]);
  requireLedger("getLedgerEntries", latestLedger, atLedger);
  return accountOf(entries.get(keyOf(key)), address);
}

export const accountOf = (entry: xdr.LedgerEntryData | undefined, address: string): AccountFacts | undefined =>
  entry?.type === "account" ? factsOf(entry.account, address) : undefined;

export const accountKey = (address: string): xdr.LedgerKey =>
  xdr.LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: Keypair.fromPublicKey(address).xdrAccountId() }));

function factsOf(account: xdr.AccountEntry, address: string): AccountFacts {
  const { sponsoring, sponsored, selling } = extrasOf(account);
  const entries = 2n + BigInt(account.numSubEntries) + sponsoring - sponsored;
  const spendable = account.balance - entries * BASE_RESERVE - selling;
  return { ...signersOf(account, address), sequence: account.seqNum, spendable, sponsoring };
}

function extrasOf({ ext }: xdr.AccountEntry) {
  if (ext.type !== "v1") return { sponsoring: 0n, sponsored: 0n, selling: 0n };
  const { liabilities, ext: inner } = ext.v1;
  const counts = inner.type === "v2" ? inner.v2 : { numSponsoring: 0, numSponsored: 0 };
  return {
    sponsoring: BigInt(counts.numSponsoring),
    sponsored: BigInt(counts.numSponsored),
    selling: liabilities.selling,
  };
}
