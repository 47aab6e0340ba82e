import { Keypair, StrKey } from "@stellar/stellar-sdk";
import type { Chain } from "../chain/chain.ts";
import { RpcUnavailable } from "../chain/errors.ts";
import { networks } from "../chain/networks.ts";
import type { Signers } from "../chain/signers.ts";
import type { Trustline } from "../chain/trustlines.ts";

/** Answers of a node, for tests in which the ledger is not the point; whole-system tests use a real one. */
export interface TestChain {
  chain: Chain;
  /** Wallets without an entry have no trustline. */
  lines: Map<string, Trustline>;
  /** Accounts without an entry don't exist on the ledger. */
  signers: Map<string, Signers>;
  /** The node answers nothing while this is true. */
  down: boolean;
  /** The latest ledger, and when it closed: just now, if not set. */
  ledger: number;
  closeTime?: Date;
}

export const openLine: Trustline = { exists: true, authorized: true, limit: 2n ** 63n - 1n, balance: 0n };

export const newWallet = () => Keypair.random().publicKey();

/** A contract, or a contract wallet. */
export const newContract = () => StrKey.encodeContract(Keypair.random().rawPublicKey());

export function createTestChain(): TestChain {
  const lines = new Map<string, Trustline>();
  const test: TestChain = { chain: {} as Chain, lines, signers: new Map(), down: false, ledger: 100 };
  const refuseWhenDown = (method: string) => {
    if (test.down) throw new RpcUnavailable(method, new Error("connection refused"));
  };
  const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };
  test.chain = {
    network: "local",
    passphrase: networks.local.passphrase,
    manifest: { asset, contracts: { distribution: { id: newContract() } } },
    async trustlines(wallets: readonly string[]) {
      refuseWhenDown("getLedgerEntries");
      const missing = { exists: false, authorized: false, limit: 0n, balance: 0n };
      return new Map(wallets.map((wallet) => [wallet, lines.get(wallet) ?? missing]));
    },
    async signers(account: string) {
      refuseWhenDown("getLedgerEntries");
      return test.signers.get(account);
    },
    async latestLedger() {
      refuseWhenDown("getLatestLedger");
      return { sequence: test.ledger, closeTime: test.closeTime ?? new Date() };
    },
  } as unknown as Chain;
  return test;
}
