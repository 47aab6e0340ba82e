import { openContracts } from "@merit/core/chain/contracts.ts";
import {
  Account,
  Address,
  Networks,
  nativeToScVal,
  Operation,
  rpc,
  StrKey,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";

// What a service builds for a wallet to sign, true or not.

export const network_passphrase = Networks.STANDALONE;
const address = StrKey.encodeContract(new Uint8Array(32).fill(7));

/** Encodes calls as the contracts take them. There is no ledger behind it. */
export const contracts = openContracts(
  new rpc.Server("http://127.0.0.1:9", { allowHttp: true }),
  network_passphrase,
  new Proxy({} as Parameters<typeof openContracts>[2], { get: () => address }),
);

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

/** A call of a contract's transfer. */
export const transfer = (from: string, amount: bigint) =>
  invocation(
    new xdr.InvokeContractArgs({
      contractAddress: new Address(address).toScAddress(),
      functionName: "transfer",
      args: [
        new Address(from).toScVal(),
        new Address(address).toScVal(),
        nativeToScVal(amount, { type: "i128" as const }),
      ],
    }),
  );

/** The operation, in which its source authorises a call, by default that of the operation. */
export const authorised = (
  operation: xdr.Operation,
  root: xdr.SorobanAuthorizedInvocation = invocation(callIn(operation)),
) =>
  Operation.invokeHostFunction({
    func: xdr.HostFunction.hostFunctionTypeInvokeContract(callIn(operation)),
    auth: [
      new xdr.SorobanAuthorizationEntry({
        credentials: xdr.SorobanCredentials.sorobanCredentialsSourceAccount(),
        rootInvocation: root,
      }),
    ],
  });

/** The operation, by which the wallet pays. */
export const paying = (operation: xdr.Operation, wallet: string, ...amounts: bigint[]) =>
  authorised(
    operation,
    invocation(
      callIn(operation),
      amounts.map((amount) => transfer(wallet, amount)),
    ),
  );

export function envelopeOf(source: string, operations: xdr.Operation[], fee = "100") {
  const builder = new TransactionBuilder(new Account(source, "1"), { fee, networkPassphrase: network_passphrase });
  for (const operation of operations) builder.addOperation(operation);
  return { envelope: builder.setTimeout(300).build().toXdr(), network_passphrase };
}
