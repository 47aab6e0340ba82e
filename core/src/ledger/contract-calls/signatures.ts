import { Address, type Transaction, type xdr } from "@stellar/stellar-sdk";

// Reads what the signatures of a contract call allow.

const operationOf = ({ operations: [operation] }: Transaction) =>
  operation?.type === "invokeHostFunction" ? operation : undefined;

const authOf = (transaction: Transaction) => operationOf(transaction)?.auth ?? [];

/** All that they allow, base64 XDR. */
export const allowedBy = (transaction: Transaction) =>
  authOf(transaction)
    .map(({ rootInvocation }) => rootInvocation.toXdr("base64"))
    .join();

/** Calls that they allow besides the transaction's own call or creation. */
export function furtherCalls(transaction: Transaction): xdr.SorobanAuthorizedFunction[] {
  const own = operationOf(transaction)?.func.value;
  const all = ({
    function: call,
    subInvocations,
  }: xdr.SorobanAuthorizedInvocation): xdr.SorobanAuthorizedFunction[] => [call, ...subInvocations.flatMap(all)];
  // Only a creation calls a constructor.
  const isConstructor = (call: xdr.SorobanAuthorizedFunction) =>
    call.type === "sorobanAuthorizedFunctionTypeContractFn" && call.value.functionName.toString() === "__constructor";
  return authOf(transaction)
    .flatMap(({ rootInvocation }) => all(rootInvocation))
    .filter((call) => !isConstructor(call))
    .filter(({ value }) => own instanceof Uint8Array || value.toXdr("base64") !== own?.toXdr("base64"));
}

/** Addresses whose signatures the ledger recorded as needed; the simulation has no source that would give its own. */
export function signersOf(transaction: Transaction): string[] {
  return authOf(transaction).flatMap(({ credentials }) =>
    credentials.type === "sorobanCredentialsAddress" || credentials.type === "sorobanCredentialsAddressV2"
      ? [Address.fromScAddress(credentials.value.address).toString()]
      : [],
  );
}
