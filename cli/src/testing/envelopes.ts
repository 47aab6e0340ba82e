import { contractNames } from "@merit/core/ledger/chain/bindings.ts";
import { openContracts } from "@merit/core/ledger/chain/contracts.ts";
import {
  Account,
  Address,
  Keypair,
  Networks,
  nativeToScVal,
  Operation,
  rpc,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import type { TestApi } from "./cli.ts";

// Transactions that a service builds for a wallet to sign, true or not, and a ledger's node's answers about the wallet.

export const network_passphrase = Networks.STANDALONE;
const addressOf = (byte: number) => StrKey.encodeContract(new Uint8Array(32).fill(byte));
const ids = Object.fromEntries(contractNames.map((name, index) => [name, addressOf(index)]));

/** The service's answer to GET /network. */
export const network = {
  version: "0.3.0",
  network: "local" as const,
  network_passphrase,
  asset: { code: "MERIT", issuer: Keypair.random().publicKey(), contract_id: addressOf(99) },
  contracts: ids,
  accounts: {},
  rpc_url: null as string | null,
};

/** Encodes calls as the contracts take them. There is no ledger behind it. */
export const contracts = openContracts(
  new rpc.Server("http://127.0.0.1:9", { allowHttp: true }),
  network_passphrase,
  ids as Parameters<typeof openContracts>[2],
);

/** Last sequence number that each wallet has used. */
export const SEQUENCE = 1n;
export const LEDGER = 5;

/** An API that says which network it is on, and the network's node, where each account exists. */
export function withLedger(api: Pick<TestApi, "url" | "on">, changed: object = {}): void {
  api.on("GET /network", { body: { ...network, rpc_url: `${api.url}/rpc`, ...changed } });
  api.on("POST /rpc", ({ body }) => {
    const { id, method, params } = body as { id: number; method: string; params: { keys: string[] } };
    const latest = { sequence: LEDGER, closeTime: String(Math.floor(Date.now() / 1000)) };
    const result = method === "getLatestLedger" ? latest : { latestLedger: LEDGER, entries: params.keys.map(entryOf) };
    return { body: { jsonrpc: "2.0", id, result } };
  });
}

function entryOf(key: string) {
  const read = xdr.LedgerKey.fromXdr(key, "base64");
  if (read.type !== "account") throw new Error("only accounts are asked for");
  const account = new xdr.AccountEntry({
    accountId: read.account.accountId,
    ...{ balance: 100_000_000n, seqNum: SEQUENCE, numSubEntries: 0, inflationDest: null, flags: 0, homeDomain: "" },
    ...{ thresholds: Uint8Array.from([1, 0, 0, 0]), signers: [], ext: xdr.AccountEntryExt.v0() },
  });
  return { key, xdr: xdr.LedgerEntryData.account(account).toXdr("base64") };
}

export const bytes = (hex: string) => Buffer.from(hex, "hex");

/** The call in an operation. */
export function callIn(operation: xdr.Operation): xdr.InvokeContractArgs {
  const { body } = operation;
  if (body.type !== "invokeHostFunction" || body.value.hostFunction.type !== "hostFunctionTypeInvokeContract") {
    throw new Error("an operation that calls no contract");
  }
  return body.value.hostFunction.invokeContract;
}

export const invocation = (of: xdr.InvokeContractArgs, below: xdr.SorobanAuthorizedInvocation[] = []) =>
  new xdr.SorobanAuthorizedInvocation({
    function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(of),
    subInvocations: below,
  });

/** A call of the asset's transfer. */
export const transfer = (
  from: string,
  amount: bigint,
  to: string | xdr.ScAddress,
  asset: string = network.asset.contract_id,
) =>
  invocation(
    new xdr.InvokeContractArgs({
      contractAddress: new Address(asset).toScAddress(),
      functionName: "transfer",
      args: [
        new Address(from).toScVal(),
        xdr.ScVal.scvAddress(typeof to === "string" ? new Address(to).toScAddress() : to),
        nativeToScVal(amount, { type: "i128" as const }),
      ],
    }),
  );

/** The operation, in which its source authorises calls, by default that of the operation. */
export const authorised = (operation: xdr.Operation, ...roots: xdr.SorobanAuthorizedInvocation[]) =>
  Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(callIn(operation)),
    auth: (roots.length > 0 ? roots : [invocation(callIn(operation))]).map(
      (rootInvocation) =>
        new xdr.SorobanAuthorizationEntry({
          credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
          rootInvocation,
        }),
    ),
  });

/** The operation, by which the wallet pays the contract that it calls. */
export const paying = (operation: xdr.Operation, wallet: string, ...amounts: bigint[]) => {
  const call = callIn(operation);
  return authorised(
    operation,
    invocation(
      call,
      amounts.map((amount) => transfer(wallet, amount, call.contractAddress)),
    ),
  );
};

/** Builds a transaction of the wallet's as the service does, and changes it. */
export function envelopeOf(
  source: string,
  operations: xdr.Operation[],
  change: (builder: TransactionBuilder) => TransactionBuilder = (builder) => builder,
) {
  const account = new Account(source, String(SEQUENCE));
  const builder = new TransactionBuilder(account, { fee: "100", networkPassphrase: network_passphrase });
  for (const operation of operations) builder.addOperation(operation);
  return answerOf(change(builder.setTimeout(300)).build(), source);
}

/** The service's answer with a transaction. */
export const answerOf = (transaction: Transaction, wallet_address: string) => ({
  envelope: transaction.toXdr(),
  hash: Buffer.from(transaction.hash()).toString("hex"),
  ...{ wallet_address, network_passphrase, reserve_xlm: "0", drop_id: null, escrow_id: null },
  kind: "trustline" as const,
  expires_at: new Date(Number(transaction.timeBounds?.maxTime ?? 0) * 1000).toISOString(),
});
