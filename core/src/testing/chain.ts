import type { Proposal } from "@merit/bindings/governance";
import { Keypair, StrKey, type Transaction, xdr } from "@stellar/stellar-sdk";
import type { AccountFacts } from "../chain/accounts.ts";
import { type ContractName, contractNames } from "../chain/bindings.ts";
import type { Chain } from "../chain/chain.ts";
import { openContracts } from "../chain/contracts.ts";
import { CallRefused, RpcUnavailable } from "../chain/errors.ts";
import { NO_FINGERPRINT } from "../chain/fingerprint.ts";
import { networks } from "../chain/networks.ts";
import { openRpc } from "../chain/rpc.ts";
import type { Signers } from "../chain/signers.ts";
import type { Trustline } from "../chain/trustlines.ts";
import { initialSettings } from "../deploy/governance.ts";

/** Answers of a node, for tests in which the ledger is not the point; whole-system tests use a real one. */
export interface TestChain {
  chain: Chain;
  /** Wallets without an entry have no trustline. */
  lines: Map<string, Trustline>;
  /** Accounts without an entry don't exist on the ledger. */
  signers: Map<string, Signers>;
  /** Accounts as their transactions are built and checked against; those without an entry don't exist either. */
  accounts: Map<string, AccountFacts>;
  /** Error code of the contract that refuses the next simulated call; undefined: none does. */
  refusal?: number;
  /** Proposals by id (hex), each with its calls, as `governance.actions` answers. */
  proposals: Map<string, { proposal: Proposal; actions: xdr.ScVal }>;
  /** The node answers nothing while this is true. */
  down: boolean;
  /** The latest ledger, and when it closed: just now, if not set. */
  ledger: number;
  closeTime?: Date;
}

export const openLine: Trustline = { exists: true, authorized: true, limit: 2n ** 63n - 1n, balance: 0n };

/** An account that its own key controls alone, with XLM to spare. */
export const openAccount = (address: string, change: Partial<AccountFacts> = {}): AccountFacts => ({
  signers: [{ key: address, weight: 1 }],
  threshold: 0,
  sequence: 7n,
  spendable: 10_000_000n,
  ...change,
});

export const newWallet = () => Keypair.random().publicKey();

/** A contract, or a contract wallet. */
export const newContract = () => StrKey.encodeContract(Keypair.random().rawPublicKey());

export function createTestChain(): TestChain {
  const lines = new Map<string, Trustline>();
  const test: TestChain = {
    chain: {} as Chain,
    lines,
    signers: new Map(),
    accounts: new Map(),
    proposals: new Map(),
    down: false,
    ledger: 100,
  };
  const refuseWhenDown = (method: string) => {
    if (test.down) throw new RpcUnavailable(method, new Error("connection refused"));
  };
  const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };
  const ids = Object.fromEntries(contractNames.map((name) => [name, newContract()])) as Record<ContractName, string>;
  const contracts = openContracts(openRpc("http://localhost:1"), networks.local.passphrase, ids);
  Object.assign(contracts.redemption, {
    async view() {
      refuseWhenDown("simulateTransaction");
      return { value: undefined };
    },
  });
  const governance = (method: string, { id }: { id?: Uint8Array } = {}) => {
    refuseWhenDown("simulateTransaction");
    const found = id && test.proposals.get(Buffer.from(id).toString("hex"));
    const answers: Record<string, unknown> = {
      ...{ settings: initialSettings(1_800_000_000n), paused: false },
      ...{ total_staked: 30_000_000n, total_warming: 20_000_000n, total_cooling: 10_000_000n },
      ...{ staked: 15_000_000n, warming: { amount: 5_000_000n, since: 1_800_000_000n }, cooling: undefined },
      ...{ proposal: found?.proposal, actions: found?.actions ?? xdr.ScVal.scvVec([]) },
    };
    return answers[method];
  };
  Object.assign(contracts.governance, {
    view: async (method: string, args?: object) => ({ value: governance(method, args) }),
    preview: async (_source: undefined, method: string, args: object) => ({ returnValue: governance(method, args) }),
  });
  test.chain = {
    network: "local",
    passphrase: networks.local.passphrase,
    manifest: {
      asset,
      accounts: { channels: [] },
      contracts: Object.fromEntries(contractNames.map((name) => [name, { id: ids[name] }])),
    },
    contracts,
    async trustlines(wallets: readonly string[]) {
      refuseWhenDown("getLedgerEntries");
      const missing = { exists: false, authorized: false, limit: 0n, balance: 0n };
      return new Map(wallets.map((wallet) => [wallet, lines.get(wallet) ?? missing]));
    },
    async signers(account: string) {
      refuseWhenDown("getLedgerEntries");
      return test.signers.get(account);
    },
    async account(address: string) {
      refuseWhenDown("getLedgerEntries");
      return test.accounts.get(address);
    },
    async simulate(transaction: Transaction) {
      refuseWhenDown("simulateTransaction");
      if (test.refusal !== undefined) throw new CallRefused("", test.refusal);
      return {
        transaction,
        returnValue: xdr.ScVal.scvVoid(),
        events: [],
        resourceFee: 100_000n,
        latestLedger: test.ledger,
      };
    },
    async batches() {
      refuseWhenDown("getLedgerEntries");
      return { epoch: 0, seq: 0, paid: 0, fingerprint: NO_FINGERPRINT, top: 0, ledger: test.ledger };
    },
    async pool() {
      refuseWhenDown("getLedgerEntries");
      return { held: 0n, balances: new Map(), reserved: 0n, ledger: test.ledger };
    },
    async latestLedger() {
      refuseWhenDown("getLatestLedger");
      return { sequence: test.ledger, closeTime: test.closeTime ?? new Date() };
    },
  } as unknown as Chain;
  return test;
}
