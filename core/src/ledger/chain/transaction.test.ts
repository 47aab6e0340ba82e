import { Account, Keypair, Operation, type rpc, TransactionBuilder } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { CallRefused, RpcUnavailable } from "./errors.ts";
import { networks } from "./networks.ts";
import { simulate } from "./transaction.ts";

const transaction = new TransactionBuilder(new Account(Keypair.random().publicKey(), "1"), {
  ...{ fee: "100", networkPassphrase: networks.local.passphrase },
})
  .addOperation(Operation.bumpSequence({ bumpTo: "2" }))
  .setTimeout(0)
  .build();

/** A node that refuses the call from ledger 5. */
const node = {
  simulateTransaction: async () => ({ latestLedger: 5, error: "HostError: Error(Contract, #14020)", events: [] }),
} as unknown as rpc.Server;

it("ignores a refusal by a node that is behind the known ledger", async () => {
  await expect(simulate(node, transaction, 6)).rejects.toThrow(RpcUnavailable);
  await expect(simulate(node, transaction, 5)).rejects.toThrow(CallRefused);
});
