import { Asset, Operation, type xdr } from "@stellar/stellar-sdk";
import { afterEach, beforeEach, expect, it } from "vitest";
import * as users from "../accounts/service.ts";
import type { Parts } from "../context/parts.ts";
import { BASE_RESERVE } from "../ledger/chain/accounts.ts";
import type { KeptReserves } from "../ledger/chain/reserves.ts";
import * as wallets from "../parties/wallets/store.ts";
import { giveBackJob } from "../payouts/sponsoring/give-back.ts";
import * as jobs from "../store/jobs/jobs.ts";
import { payloadOf } from "../store/jobs/payloads.ts";
import { newWallet, openAccount } from "../testing/chain.ts";
import type { TestLedger } from "../testing/ledger.ts";
import { createParts } from "../testing/parts.ts";
import { createWorld, type World } from "../testing/world.ts";
import { giveBack } from "./give-back.ts";

const XLM = 10_000_000n;
const fee = newWallet();

let world: World;
let parts: Parts;
let ledger: TestLedger;
/** The reserves that the fee account keeps, as the ledger has them. */
let kept: Map<string, KeptReserves>;
/** Operations of the transactions that were built. */
let built: xdr.Operation[][];
beforeEach(() => {
  world = createWorld();
  ({ parts, ledger } = createParts(world));
  [kept, built] = [new Map(), []];
  const { chain } = world.context;
  chain.manifest.accounts.fee = fee;
  chain.reserves = async (asked) => new Map([...kept].filter(([wallet]) => asked.includes(wallet)));
  const build = (_slot: unknown, operations: xdr.Operation[]) => {
    built.push(operations);
    return { call: { method: "open" }, toXdr: () => "AAAA" };
  };
  Object.assign(parts.sender, { build });
  Object.assign(parts, { fee: { publicKey: fee } });
});
afterEach(() => world[Symbol.asyncDispose]());

/** Wallets of a user, in the order in which the job looks at them. */
async function proven(amount: number): Promise<string[]> {
  const now = new Date();
  const addresses = Array.from({ length: amount }, newWallet).toSorted();
  await world.context.db.commit(async (store) => {
    const { id: userId } = await users.create(store, {}, now);
    for (const address of addresses) await wallets.prove(store, { address, userId, now });
  });
  return addresses;
}

function keeps(wallet: string, spendable: bigint, entries = { account: true, trustline: true }): void {
  const amount = (entries.account ? 2n * BASE_RESERVE : 0n) + (entries.trustline ? BASE_RESERVE : 0n);
  kept.set(wallet, { ...entries, amount, spendable });
  const sponsoring = [...kept.values()].reduce((sum, each) => sum + each.amount / BASE_RESERVE, 0n);
  world.chain.accounts.set(fee, openAccount(fee, { sponsoring }));
}

const look = () =>
  giveBackJob.run(world.context, { signal: new AbortController().signal, progress: async () => undefined });
const waiting = (wallet: string) =>
  world.context.db.read((store) => jobs.byKey(store, "wallet-submission", `reserves:${wallet}`));

/** Carries out the job that has waited longest. */
async function work(): Promise<void> {
  // Later than any step of this machine's clock.
  const now = new Date(world.context.clock.now().getTime() + 3_600_000);
  const claim = { queue: "wallet-submission", group: "reserves", now, limit: 1 } as const;
  const [job] = await world.context.db.commit((store) => jobs.claim(store, claim));
  const payload = job && payloadOf({ ...job, queue: "wallet-submission" });
  if (!payload || !("give_back" in payload)) throw new Error("there is no job");
  await giveBack(parts, job, payload.give_back);
}

it("finds all wallets, on whichever page, and asks once for those that can carry their reserves", async () => {
  const all = await proven(101);
  const [first, last] = [all[0] ?? "", all[100] ?? ""];
  keeps(first, 3n * XLM);
  keeps(last, 10n * XLM);
  keeps("unlinked", 10n * XLM, { account: false, trustline: true });
  const report = { locked_xlm: "3.5", wallets: 2, unlinked_xlm: "0.5", given_back: 1 };
  expect(await look()).toEqual(report);
  expect(await look()).toEqual(report);
  expect([await waiting(first), await waiting(last)]).toEqual([undefined, expect.anything()]);
});

it("leaves a wallet what the fee account keeps of it, and nothing else", async () => {
  const [wallet = "", other = ""] = await proven(2);
  keeps(wallet, 10n * XLM);
  keeps(other, 10n * XLM, { account: false, trustline: true });
  expect(await look()).toMatchObject({ given_back: 2 });
  // Whatever becomes of it, the job is done: the next look finds the wallet again.
  ledger.outcomes = [{ kind: "dead", reason: "late" }, "lands"];
  await work();
  await work();
  expect([await waiting(wallet), await waiting(other)]).toEqual([undefined, undefined]);
  const { code, issuer } = world.context.chain.manifest.asset;
  const line = { type: "revokeTrustlineSponsorship", source: fee, asset: new Asset(code, issuer) };
  const operations = built.map((each) => each.map((operation) => Operation.fromXdrObject(operation)));
  expect(operations).toMatchObject([
    [
      { ...line, account: wallet },
      { type: "revokeAccountSponsorship", source: fee, account: wallet },
    ],
    [{ ...line, account: other }],
  ]);
});

it("sends nothing for a wallet that can't carry them any more, or keeps them itself by now", async () => {
  const [poor = "", own = ""] = await proven(2);
  for (const wallet of [poor, own]) keeps(wallet, 10n * XLM);
  expect(await look()).toMatchObject({ given_back: 2 });
  keeps(poor, 1n * XLM);
  kept.delete(own);
  await work();
  await work();
  expect(built).toEqual([]);
  expect([await waiting(poor), await waiting(own)]).toEqual([undefined, undefined]);
});
