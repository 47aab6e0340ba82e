import type { Settings } from "@merit/bindings/governance";
import { fromSeconds } from "../../base/days.ts";
import type { Chain } from "../../ledger/chain/chain.ts";

/** A wallet's stake, in stroops. */
export interface Power {
  wallet: string;
  votes: bigint;
  /** Wallet that may vote for it; null: nobody. */
  delegate: string | null;
  /** Staked amount without votes yet; `from`: when it can be activated. */
  warming: { amount: bigint; from: Date } | null;
  /** Unstaked amount; `from`: when it can be withdrawn. */
  cooling: { amount: bigint; from: Date } | null;
}

/** @throws CallRefused, RpcUnavailable */
export async function readPower(
  { contracts: { governance } }: Pick<Chain, "contracts">,
  wallet: string,
): Promise<Power> {
  const staker = { staker: wallet };
  const [votes, delegate, warming, cooling, settings] = await Promise.all([
    governance.view("staked", staker),
    governance.view("get_delegate", { account: wallet }),
    governance.view("warming", staker),
    governance.view("cooling", staker),
    governance.view("settings"),
  ]);
  const warms = warming.value;
  const cools = cooling.value;
  return {
    wallet,
    votes: votes.value,
    delegate: delegate.value ?? null,
    warming: warms ? { amount: warms.amount, from: fromSeconds(warms.since + settings.value.warm_up) } : null,
    cooling: cools ? { amount: cools.amount, from: fromSeconds(cools.until) } : null,
  };
}

export interface Overview {
  settings: Settings;
  /** Stroops of all stakers. */
  votes: bigint;
  warming: bigint;
  cooling: bigint;
  paused: boolean;
}

/** @throws CallRefused, RpcUnavailable */
export async function readOverview({ contracts: { governance } }: Pick<Chain, "contracts">): Promise<Overview> {
  const [settings, votes, warming, cooling, paused] = await Promise.all([
    governance.view("settings"),
    governance.view("total_staked"),
    governance.view("total_warming"),
    governance.view("total_cooling"),
    governance.view("paused"),
  ]);
  return {
    settings: settings.value,
    votes: votes.value,
    warming: warming.value,
    cooling: cooling.value,
    paused: paused.value,
  };
}
