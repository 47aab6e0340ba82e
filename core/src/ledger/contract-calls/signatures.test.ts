import {
  Account,
  Address,
  Contract,
  Keypair,
  Operation,
  StrKey,
  type Transaction,
  TransactionBuilder,
  xdr,
} from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { furtherCalls } from "./signatures.ts";

const account = Keypair.random().publicKey();
const address = (byte: number) => StrKey.encodeContract(new Uint8Array(32).fill(byte));
const [called, asset] = [address(1), address(2)];

type Call = ReturnType<typeof xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn>;
const call = (contract: string, functionName: string): Call =>
  xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
    new xdr.InvokeContractArgs({ contractAddress: new Address(contract).toScAddress(), functionName, args: [] }),
  );
const tree = (root: xdr.SorobanAuthorizedFunction, ...below: xdr.SorobanAuthorizedInvocation[]) =>
  new xdr.SorobanAuthorizedInvocation({ function: root, subInvocations: below });

/** Names of the further calls that the account's signature of this operation allows. */
function allowed(operation: xdr.Operation, ...roots: xdr.SorobanAuthorizedInvocation[]): string[] {
  const credentials = xdr.SorobanCredentials.sorobanCredentialsSourceAccount();
  const auth = roots.map((rootInvocation) => new xdr.SorobanAuthorizationEntry({ credentials, rootInvocation }));
  const transaction: Transaction = new TransactionBuilder(new Account(account, "0"), {
    fee: "1",
    networkPassphrase: "none",
  })
    .addOperation(operation)
    .setTimeout(0)
    .build();
  const [built] = transaction.operations;
  if (built?.type === "invokeHostFunction") built.auth = auth;
  return furtherCalls(transaction).map(({ value }) =>
    "functionName" in value ? value.functionName.toString() : "creation",
  );
}

it("a call allows itself, and further calls below it or beside it", () => {
  const operation = new Contract(called).call("buy");
  const transfer = tree(call(asset, "transfer"), tree(call(asset, "burn")));
  expect(allowed(operation)).toEqual([]);
  expect(allowed(operation, tree(call(called, "buy")))).toEqual([]);
  expect(allowed(operation, tree(call(called, "buy"), transfer))).toEqual(["transfer", "burn"]);
  expect(allowed(operation, transfer)).toEqual(["transfer", "burn"]);
  expect(allowed(operation, tree(call(called, "sell")))).toEqual(["sell"]);
});

it("a creation allows itself with its constructor, and further calls of the constructor", () => {
  const code = { address: new Address(account), wasmHash: new Uint8Array(32), constructorArgs: [] };
  const operation = Operation.createCustomContract({ ...code, salt: new Uint8Array(32) });
  const { value } = operation.body as Extract<xdr.OperationBody, { type: "invokeHostFunction" }>;
  const { hostFunction } = value;
  if (hostFunction.type !== "hostFunctionTypeCreateContractV2") throw new Error("no creation");
  const creation = xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeCreateContractV2HostFn(
    hostFunction.value,
  );
  const ofContract = tree(call(called, "__constructor"));
  expect(allowed(operation, tree(creation, ofContract))).toEqual([]);
  expect(allowed(operation, tree(creation, ofContract, tree(call(asset, "transfer"))))).toEqual(["transfer"]);
});
