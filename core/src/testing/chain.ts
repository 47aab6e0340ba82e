import { randomBytes } from "node:crypto";
import type { Escrow } from "@merit/bindings/escrow";
import type { Proposal } from "@merit/bindings/governance";
import type { Schedule } from "@merit/bindings/vesting";
import { Address, StrKey, type Transaction, xdr } from "@stellar/stellar-sdk";
import type { AccountFacts } from "../ledger/chain/accounts.ts";
import { type ContractName, contractNames } from "../ledger/chain/bindings.ts";
import type { Chain } from "../ledger/chain/chain.ts";
import { contractErrors } from "../ledger/chain/contract-errors.ts";
import { openContracts } from "../ledger/chain/contracts.ts";
import { CallRefused, RpcUnavailable } from "../ledger/chain/errors.ts";
import { NO_FINGERPRINT } from "../ledger/chain/fingerprint.ts";
import { networks } from "../ledger/chain/networks.ts";
import type { PoolRequest } from "../ledger/chain/pool.ts";
import { openRpc } from "../ledger/chain/rpc.ts";
import type { Signers } from "../ledger/chain/signers.ts";
import type { Trustline } from "../ledger/chain/trustlines.ts";
import { initialSettings } from "../ledger/deploy/governance.ts";

/** Answers of a node, for tests in which the ledger is not the point; whole-system tests use a real one. */
export interface TestChain {
  chain: Chain;
  /** Wallets without an entry have no trustline. */
  lines: Map<string, Trustline>;
  /** Accounts without an entry don't exist on the ledger. */
  signers: Map<string, Signers>;
  /** Accounts as their transactions are built and checked against; those without an entry don't exist either. */
  accounts: Map<string, AccountFacts>;
  /** Schedules of the vesting contract by their ids, and what a claim of each would pay. */
  schedules: Map<string, { schedule: Schedule; claimable: bigint }>;
  /** Escrows by id, hex. */
  escrows: Map<string, Escrow>;
  /** Free balances in the pool by merchant, stroops. */
  balances: Map<number, bigint>;
  /** Stroops that the escrow and the redemption contract owe to accounts. */
  owed: Map<string, bigint>;
  /** Error code of the contract that refuses the next simulated call; undefined: none does. */
  refusal?: number;
  /** Proposals by id (hex), each with its calls, as `governance.actions` answers. */
  proposals: Map<string, { proposal: Proposal; actions: xdr.ScVal }>;
  /** Stroops that a simulated transaction costs in resources. */
  resourceFeeOf: (transaction: Transaction) => bigint;
  /** Hash of the code that a contract runs; undefined for one that is not on the ledger. */
  codeOf: (contractId: string) => string | undefined;
  /** The node answers nothing while this is true. */
  down: boolean;
  /** Each limit of the pool, stroops. */
  dailyLimit: bigint;
  /** The latest ledger, and when it closed: just now, if not set. */
  ledger: number;
  closeTime?: Date;
}

export const openLine: Trustline = { exists: true, authorized: true, limit: 2n ** 63n - 1n, balance: 0n };

/** An account that its own key controls alone, with XLM to spare. */
export const openAccount = (address: string, change: Partial<AccountFacts> = {}): AccountFacts => ({
  signers: [{ key: address, weight: 1 }],
  low: 0,
  threshold: 0,
  sequence: 7n,
  spendable: 10_000_000n,
  sponsoring: 0n,
  ...change,
});

/** An address without a key: tests need thousands, and a `Keypair` takes milliseconds. */
export const newWallet = () => StrKey.encodeEd25519PublicKey(randomBytes(32));

/** A contract, or a contract wallet. */
export const newContract = () => StrKey.encodeContract(randomBytes(32));

export function createTestChain(): TestChain {
  const lines = new Map<string, Trustline>();
  const test: TestChain = {
    chain: {} as Chain,
    lines,
    signers: new Map(),
    accounts: new Map(),
    schedules: new Map(),
    escrows: new Map(),
    balances: new Map(),
    owed: new Map(),
    proposals: new Map(),
    resourceFeeOf: () => 100_000n,
    codeOf: () => "ab".repeat(32),
    down: false,
    dailyLimit: 2n ** 62n,
    ledger: 100,
  };
  const refuseWhenDown = (method: string) => {
    if (test.down) throw new RpcUnavailable(method, new Error("connection refused"));
  };
  const asset = { code: "MERIT", issuer: newWallet(), contract_id: "" };
  const ids = Object.fromEntries(contractNames.map((name) => [name, newContract()])) as Record<ContractName, string>;
  const contracts = openContracts(openRpc("http://localhost:1"), networks.local.passphrase, ids);
  const otherViews = contracts.pool.view.bind(contracts.pool) as (...call: unknown[]) => unknown;
  Object.assign(contracts.pool, {
    async view(method: string, args: { amount: bigint }) {
      if (method !== "limit" && method !== "room_at") return otherViews(method, args);
      refuseWhenDown("simulateTransaction");
      const limit = test.dailyLimit;
      if (method === "limit") return { value: { limit, remaining: limit, used: 0n } };
      return { value: args.amount > limit ? null : 0n };
    },
  });
  Object.assign(contracts.redemption, {
    async view(method: string, { account }: { account?: string }) {
      refuseWhenDown("simulateTransaction");
      return { value: method === "owed" ? (test.owed.get(account ?? "") ?? 0n) : undefined };
    },
  });
  Object.assign(contracts.vesting, {
    async view(method: string, { id }: { id: Buffer }) {
      refuseWhenDown("simulateTransaction");
      const found = test.schedules.get(id.toString("hex"));
      if (!found) throw new CallRefused("", contractErrors.vesting.NotFound);
      return { value: method === "claimable" ? found.claimable : found.schedule };
    },
  });
  Object.assign(
    contracts.escrow,
    escrowAnswers(test, () => refuseWhenDown("simulateTransaction")),
  );
  Object.assign(contracts.referral, {
    async view() {
      refuseWhenDown("simulateTransaction");
      return { value: { free: 0n, pending: 0n, paid: 0n } };
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
      start_ledger: 1,
      accounts: { issuer: asset.issuer, fee: newWallet(), channels: [newWallet()] },
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
        resourceFee: test.resourceFeeOf(transaction),
        latestLedger: test.ledger,
      };
    },
    async batches() {
      refuseWhenDown("getLedgerEntries");
      return { epoch: 0, seq: 0, paid: 0, fingerprint: NO_FINGERPRINT, tops: [], ledger: test.ledger };
    },
    async pool({ merchants = [] }: PoolRequest) {
      refuseWhenDown("getLedgerEntries");
      const balances = new Map([...test.balances].filter(([merchant]) => merchants.includes(merchant)));
      return { held: 0n, balances, reserved: 0n, ledger: test.ledger };
    },
    async entries(contract: ContractName, keys: readonly xdr.ScVal[][]) {
      refuseWhenDown("getLedgerEntries");
      if (contract !== "escrow") throw new Error(`the test's ${contract} has no entries`);
      const { spec } = contracts.escrow;
      const [type] = spec.getFunc("get").outputs;
      return keys.map(([, id]) => {
        const escrow = id?.type === "scvBytes" && test.escrows.get(Buffer.from(id.bytes.toBytes()).toString("hex"));
        return escrow && type ? spec.nativeToScVal(escrow, type) : undefined;
      });
    },
    async codes(ids: readonly string[]) {
      refuseWhenDown("getLedgerEntries");
      const codes = ids.map((id) => [id, test.codeOf(id)] as const);
      return new Map(codes.filter(([, code]) => code !== undefined));
    },
    async latestLedger() {
      refuseWhenDown("getLatestLedger");
      return { sequence: test.ledger, closeTime: test.closeTime ?? new Date() };
    },
  } as unknown as Chain;
  return test;
}

/** Answers of the escrow contract. A joint call gets an entry that needs the other party's authorisation. */
function escrowAnswers(test: TestChain, refuseWhenDown: () => void) {
  const escrowOf = ({ id }: { id: Uint8Array }) => test.escrows.get(Buffer.from(id).toString("hex"));
  return {
    async view(method: "get" | "owed" | "fee", args: { id: Uint8Array; account: string }) {
      refuseWhenDown();
      const value = { get: () => escrowOf(args), owed: () => test.owed.get(args.account) ?? 0n, fee: () => 100 };
      return { value: value[method](), ledger: test.ledger };
    },
    async preview(source: string, method: string, args: { id: Uint8Array }) {
      refuseWhenDown();
      if (test.refusal !== undefined) throw new CallRefused("", test.refusal);
      const escrow = escrowOf(args);
      const other = source === escrow?.depositor ? escrow.beneficiary : escrow?.depositor;
      const isJoint = method !== "cancel" || escrow?.awaited === null;
      const called = {
        contractAddress: Address.fromString(newContract()).toScAddress(),
        functionName: method,
        args: [],
      };
      const entry = new xdr.SorobanAuthorizationEntry({
        credentials: xdr.SorobanCredentials.sorobanCredentialsAddressV2(
          new xdr.SorobanAddressCredentials({
            address: Address.fromString(other ?? source).toScAddress(),
            nonce: xdr.Int64(BigInt(Date.now())),
            signatureExpirationLedger: 0,
            signature: xdr.ScVal.scvVoid(),
          }),
        ),
        rootInvocation: new xdr.SorobanAuthorizedInvocation({
          function: xdr.SorobanAuthorizedFunction.sorobanAuthorizedFunctionTypeContractFn(
            new xdr.InvokeContractArgs(called),
          ),
          subInvocations: [],
        }),
      });
      return { transaction: { operations: [{ type: "invokeHostFunction", auth: isJoint ? [entry] : [] }] } };
    },
  };
}
