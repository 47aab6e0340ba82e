import { Account, Keypair, Operation, type Transaction, TransactionBuilder, xdr } from "@stellar/stellar-sdk";
import { expect, it } from "vitest";
import { createLogger } from "../../base/logger.ts";
import { TestNode } from "../../testing/node.ts";
import { LIMIT_MS } from "../../testing/wait.ts";
import { networks } from "./networks.ts";
import { type Envelope, type FeeBump, Sender } from "./sender.ts";

// Delivery against a node that misbehaves; against a real ledger it is tested in test/chain.

const passphrase = networks.testnet.passphrase;
const keyOf = (pair: Keypair) => ({
  publicKey: pair.publicKey(),
  sign: async (hash: Uint8Array) => pair.sign(hash),
});
const channel = Keypair.random();
const feeAccount = Keypair.random();

function openSender(node: TestNode): Sender {
  return new Sender({
    server: node.server,
    network: networks.testnet,
    passphrase,
    feeAccount: keyOf(feeAccount),
    channels: [keyOf(channel)],
    maxFee: 10_000_000n,
    maxResourceFee: 500_000_000n,
    clock: { now: () => new Date() },
    log: createLogger("silent"),
  });
}

async function sealed(sender: Sender): Promise<{ envelope: Envelope; transaction: Transaction }> {
  const slot = { channel: channel.publicKey(), sequence: 10n, maxLedger: 60, maxTime: 1_900_000_000 };
  const transaction = sender.build(slot, [Operation.setOptions({})]);
  return { envelope: await sender.seal(slot, transaction, []), transaction };
}

async function deliver(node: TestNode, options: { signal?: AbortSignal; stored?: boolean } = {}) {
  const sender = openSender(node);
  const { envelope, transaction } = await sealed(sender);
  const recorded: FeeBump[] = [];
  const sentBefore: number[] = [];
  const outcome = await sender.deliver({
    envelope,
    ...(options.stored ? {} : { first: await sender.bump(transaction) }),
    async recordHash(bump) {
      recorded.push(bump);
      sentBefore.push(node.sent.length);
    },
    signal: options.signal ?? new AbortController().signal,
  });
  return { outcome, recorded, sentBefore, envelope };
}

/** Inner transactions of everything that was sent. */
const innerHashes = (node: TestNode) =>
  new Set(
    node.sent.map((sent) => {
      const outer = TransactionBuilder.fromXdr(sent, passphrase);
      if (!("innerTransaction" in outer)) throw new Error("not a fee bump");
      return Buffer.from(outer.innerTransaction.hash()).toString("hex");
    }),
  );

it("sends the same inner transaction again after every kind of trouble, each outer hash stored first", async () => {
  const node = new TestNode();
  node.sends = ["unreachable", "TRY_AGAIN_LATER", xdr.TransactionResultResult.txInsufficientFee(), "PENDING"];
  node.afterSend = () => {
    if (node.sends.length === 0) node.ledger = 60;
  };
  const { outcome, recorded, sentBefore, envelope } = await deliver(node);
  expect(outcome.kind).toBe("dead");
  expect(node.sent).toHaveLength(4);
  expect([...innerHashes(node)]).toEqual([envelope.innerHash]);
  expect(sentBefore).toEqual([0, 1, 2, 3]);
  expect(recorded.at(-1)?.fee).toBe((recorded[0]?.fee ?? 0n) * 10n);
});

it("calls a transaction dead only by the channel's sequence and the ledger bound", async () => {
  const node = new TestNode();
  node.sends = [xdr.TransactionResultResult.txTooLate()];
  // The node says "too late", and yet it is alive until ledger 59 has closed without it.
  node.onLookup = () => {
    if (node.lookups > 3) node.ledger = 59;
  };
  const { outcome } = await deliver(node);
  expect(node.lookups).toBeGreaterThan(3);
  expect(outcome).toEqual({ kind: "dead", reason: "txTooLate" });
});

it("answers consumed when the sequence is used and no record is left", async () => {
  const node = new TestNode();
  node.sequence = 10n;
  const { outcome } = await deliver(node, { stored: true });
  expect(outcome).toEqual({ kind: "consumed", ledger: 50 });
  expect(node.sent).toHaveLength(0);
});

it("requires no later ledger than the transaction's bounds, however high a node's number was", async () => {
  const node = new TestNode();
  node.sequence = 10n;
  node.ledger = 1_000_000;
  const sender = openSender(node);
  const { envelope } = await sealed(sender);
  const signal = AbortSignal.timeout(LIMIT_MS);
  const outcome = await sender.deliver({ envelope, recordHash: async () => {}, signal });
  expect(outcome).toEqual({ kind: "consumed", ledger: 60 });
  expect(sender.newestLedger).toBe(60);
});

it("ends a wallet's transaction whose account was merged away", async () => {
  const node = new TestNode();
  node.isEmpty = true;
  node.ledger = 60;
  const sender = openSender(node);
  const { envelope } = await sealed(sender);
  const channel = Keypair.random().publicKey();
  const signal = AbortSignal.timeout(LIMIT_MS);
  const outcome = await sender.deliver({ envelope: { ...envelope, channel }, recordHash: async () => {}, signal });
  expect(outcome).toEqual({ kind: "consumed", ledger: 60 });
});

it("doesn't believe a node that lags behind the one that saw the sequence used", async () => {
  const node = new TestNode();
  node.sequence = 10n;
  node.behind = 1;
  node.onLookup = () => {
    if (node.lookups === 4) node.behind = 0;
  };
  const { outcome } = await deliver(node, { stored: true });
  expect(node.lookups).toBeGreaterThanOrEqual(4);
  expect(outcome.kind).toBe("consumed");
});

it("leaves the transaction open when it has to stop", async () => {
  const node = new TestNode();
  const stop = new AbortController();
  node.onLookup = () => stop.abort();
  const { outcome } = await deliver(node, { signal: stop.signal });
  expect(outcome.kind).toBe("unknown");
});

it("signs for channel and source, the fee account pays", async () => {
  const sender = openSender(new TestNode());
  const { transaction } = await sender.bump((await sealed(sender)).transaction);
  expect(transaction.feeSource).toBe(feeAccount.publicKey());
  const signature = transaction.signatures[0]?.signature ?? new Uint8Array();
  expect(feeAccount.verify(transaction.hash(), signature)).toBe(true);
  expect(transaction.innerTransaction.source).toBe(new Account(channel.publicKey(), "0").accountId());
  expect(transaction.innerTransaction.ledgerBounds?.maxLedger).toBe(60);
  expect(transaction.innerTransaction.timeBounds?.maxTime).toBe("1900000000");
});
