import { rpc, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import {
  type ClientOptions,
  KeypairSigner,
  type MethodOptions,
  type SignTransaction,
  type SignTransactionLike,
} from "@stellar/stellar-sdk/contract";

/**
 * Options of a client whose transactions take their time bounds from the ledger's clock. The SDK takes them from this
 * machine's, so that after time travel on localnet every transaction is too late. The bounds are set just before
 * `signTransaction` gets the transaction, so it also works when the clock moves after the client was made.
 */
export function onLedgerTime<T extends ClientOptions & MethodOptions>(options: T): T {
  const { signTransaction, networkPassphrase } = options;
  if (!signTransaction) return options;
  const sign = callback(signTransaction, networkPassphrase);
  const server = options.server ?? openServer(options);
  return {
    ...options,
    signTransaction: async (envelope, wanted) => {
      const transaction = TransactionBuilder.fromXdr(envelope, networkPassphrase);
      // The SDK's clients build no fee bumps.
      if ("innerTransaction" in transaction) return sign(envelope, wanted);
      // That of the call, or the client's: the SDK has just set it. 0: there is no end.
      const end = Number(transaction.timeBounds?.maxTime ?? 0);
      if (end === 0) return sign(envelope, wanted);
      const seconds = end - Math.floor(Date.now() / 1000);
      const maxTime = (await ledgerTime(server)) + seconds;
      const { tx } = xdr.TransactionEnvelope.fromXdr(envelope, "base64").value;
      const builder = TransactionBuilder.cloneFrom(transaction, { timebounds: { minTime: 0, maxTime } });
      // A clone leaves out what simulation found; every transaction of a client has it.
      if ("ext" in tx && tx.ext.type === "sorobanData") builder.setSorobanData(tx.ext.value);
      const bounded = builder.build();
      return sign(bounded.toXdr(), wanted);
    },
  };
}

/** Unix seconds: what localnet's next ledger would get; on other networks, when the last one closed. */
export async function ledgerTime(server: rpc.Server): Promise<number> {
  const latest: rpc.Api.RawGetLatestLedgerResponse & { nextCloseTime?: string } = await server._getLatestLedger();
  return Number(latest.nextCloseTime ?? latest.closeTime);
}

/** The SDK takes a wallet's function, an object that has one, or a key. */
function callback(signer: SignTransactionLike, networkPassphrase: string): SignTransaction {
  if (typeof signer === "function") return signer;
  if ("signTransaction" in signer) return (envelope, wanted) => signer.signTransaction(envelope, wanted);
  return new KeypairSigner(signer, networkPassphrase).signTransaction;
}

function openServer({ rpcUrl, allowHttp, headers }: ClientOptions): rpc.Server {
  return new rpc.Server(rpcUrl, { ...(allowHttp === undefined ? {} : { allowHttp }), ...(headers ? { headers } : {}) });
}
