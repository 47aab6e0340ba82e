import { rpc, xdr } from "@stellar/stellar-sdk";

type SendAnswer = "PENDING" | "TRY_AGAIN_LATER" | xdr.TransactionResultResult | "unreachable";

/**
 * A node with a scripted answer to each submission; what it includes and shows is up to the test. It never has a record of
 * a transaction.
 */
export class TestNode {
  ledger = 50;
  /** Sequence of every account that is asked for. */
  sequence = 9n;
  /** There is no account at all. */
  isEmpty = false;
  sends: SendAnswer[] = [];
  sent: string[] = [];
  lookups = 0;
  afterSend: (() => void) | undefined;
  onLookup: (() => void) | undefined;
  /** Ledgers that getTransaction is behind the other answers. */
  behind = 0;

  get server(): rpc.Server {
    return {
      serverURL: new URL("http://localhost"),
      getFeeStats: async () => ({ sorobanInclusionFee: { p90: "200" } }),
      getTransaction: async () => {
        this.lookups++;
        this.onLookup?.();
        return { status: rpc.Api.GetTransactionStatus.NOT_FOUND, latestLedger: this.ledger - this.behind };
      },
      _getLatestLedger: async () => ({ sequence: this.ledger, closeTime: String(Math.floor(Date.now() / 1000)) }),
      _getLedgerEntries: async (key: xdr.LedgerKey) => ({
        latestLedger: this.ledger,
        entries: this.isEmpty ? [] : [{ key: key.toXdr("base64"), xdr: accountXdr(key, this.sequence) }],
      }),
      sendTransaction: async (transaction: { toXdr(): string }) => {
        this.sent.push(transaction.toXdr());
        const answer = this.sends.shift() ?? "PENDING";
        this.afterSend?.();
        if (answer === "unreachable") throw new Error("connection reset");
        if (typeof answer === "string") return { status: answer };
        const ext = xdr.TransactionResultExt.v0();
        return { status: "ERROR", errorResult: new xdr.TransactionResult({ feeCharged: 0n, result: answer, ext }) };
      },
    } as unknown as rpc.Server;
  }
}

function accountXdr(key: xdr.LedgerKey, sequence: bigint): string {
  if (key.type !== "account") throw new TypeError(`the test node has accounts only, not ${key.type}`);
  const entry = new xdr.AccountEntry({
    accountId: key.account.accountId,
    balance: 1n,
    seqNum: sequence,
    numSubEntries: 0,
    inflationDest: null,
    flags: 0,
    homeDomain: "",
    thresholds: new Uint8Array([1, 0, 0, 0]),
    signers: [],
    ext: xdr.AccountEntryExt.v0(),
  });
  return xdr.LedgerEntryData.account(entry).toXdr("base64");
}
