import { isDeepStrictEqual } from "node:util";
import type { Plan as ContractPlan, Schedule } from "@merit/bindings/vesting";
import type { WalletCalls } from "../../context/contract.ts";
import { assetErrors, contractErrors } from "../../ledger/chain/contract-errors.ts";
import type { Contracts } from "../../ledger/chain/contracts.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { bytes } from "../../ledger/chain/outcome.ts";
import { referenceId } from "../../ledger/chain/reference-id.ts";

// The calls of the vesting contract that wallets sign.

/** Times in Unix seconds, amounts in stroops as text. */
export type StoredPlan =
  | { total: string; start: number; cliff: number; end: number }
  | { tranches: { time: number; amount: string }[] };

/** Terms that a funder asks for, as stored. */
export interface StoredTerms {
  /** 32 bytes, hex. */
  reference: string;
  beneficiary: string;
  revoker: string | null;
  plan: StoredPlan;
}

/** Undefined if the ledger has none. @throws CallRefused, RpcUnavailable */
export async function readSchedule({ vesting }: Contracts, id: string): Promise<Schedule | undefined> {
  try {
    return (await vesting.view("get", { id: bytes(id) })).value;
  } catch (error) {
    if (error instanceof CallRefused && error.code === contractErrors.vesting.NotFound) return undefined;
    throw error;
  }
}

/** Arguments as stored; a schedule by its id, 32 bytes in hex. */
export interface VestingArguments {
  "vesting.create": { grants: StoredTerms[] };
  "vesting.claim": { schedule: string };
  "vesting.revoke": { schedule: string };
  "vesting.begin_transfer": { schedule: string; to: string };
  "vesting.cancel_transfer": { schedule: string };
  "vesting.accept_transfer": { schedule: string };
}

const rules: WalletCalls<VestingArguments>["rules"] = {
  "vesting.create": {
    operation: ({ vesting }, funder, { grants }) => {
      const batch = grants.map(({ reference, plan, ...terms }) => ({
        ...terms,
        reference: bytes(reference),
        plan: planOf(plan),
      }));
      return vesting.call("create", { funder, batch });
    },
    async isDone(contracts, funder, { grants }) {
      const found = grants.map(async ({ reference, beneficiary, revoker, plan }) => {
        const schedule = await readSchedule(contracts, referenceId(funder, reference));
        // The reference may have served for another grant. One that was handed over can't be told from that.
        const isSame = schedule?.beneficiary === beneficiary && (schedule.revoker ?? null) === revoker;
        return isSame && isDeepStrictEqual(schedule.plan, planOf(plan));
      });
      return (await Promise.all(found)).every(Boolean);
    },
  },
  "vesting.claim": {
    operation: ({ vesting }, _wallet, { schedule }) => vesting.call("claim", { id: bytes(schedule) }),
  },
  "vesting.revoke": {
    operation: ({ vesting }, revoker, { schedule }) => vesting.call("revoke", { revoker, id: bytes(schedule) }),
    async isDone(contracts, _revoker, { schedule }) {
      return typeof (await readSchedule(contracts, schedule))?.revoked_at === "bigint";
    },
  },
  "vesting.begin_transfer": {
    operation: ({ vesting }, beneficiary, { schedule, to }) =>
      vesting.call("begin_transfer", { beneficiary, id: bytes(schedule), to }),
  },
  "vesting.cancel_transfer": {
    operation: ({ vesting }, beneficiary, { schedule }) =>
      vesting.call("cancel_transfer", { beneficiary, id: bytes(schedule) }),
  },
  "vesting.accept_transfer": {
    operation: ({ vesting }, to, { schedule }) => vesting.call("accept_transfer", { to, id: bytes(schedule) }),
    async isDone(contracts, to, { schedule }) {
      return (await readSchedule(contracts, schedule))?.beneficiary === to;
    },
  },
};

function planOf(plan: StoredPlan): ContractPlan {
  if ("tranches" in plan) {
    const tranches = plan.tranches.map(({ time, amount }) => ({ time: BigInt(time), amount: BigInt(amount) }));
    return { tag: "Tranches", values: [tranches] };
  }
  const { total, start, cliff, end } = plan;
  const linear = { total: BigInt(total), start: BigInt(start), cliff: BigInt(cliff), end: BigInt(end) };
  return { tag: "Linear", values: [linear] };
}

const { vesting } = contractErrors;

const sentences: Record<number, string> = {
  [vesting.Unauthorized]: "This wallet may not do this with the schedule.",
  [vesting.Paused]: "New schedules and transfers are stopped at the moment.",
  [vesting.NotFound]: "The ledger has no such schedule.",
  [vesting.InvalidAmount]: "The sum of the grants is too large.",
  [vesting.InvalidTimes]: "The times are out of order, or a schedule ends more than 100 years ahead.",
  [vesting.RefusedBeneficiary]:
    "The asset's issuer and the system's contracts can't be beneficiaries. Name another wallet.",
  [vesting.ReferenceTaken]:
    "The ledger has one of these grants already, and the service has not read it yet. Ask again in some seconds.",
  [vesting.NothingToClaim]: "Nothing has vested since the last claim.",
  [vesting.AlreadyRevoked]: "The schedule was revoked before.",
  [vesting.FullyVested]: "Everything has vested, so there is nothing to take back.",
  [vesting.NoTransfer]: "The schedule isn't offered to anybody.",
  [vesting.TransferExpired]:
    "The offer was not accepted within 14 days. The schedule's beneficiary has to offer it again.",
  [vesting.SameBeneficiary]: "The schedule is this wallet's already.",
  [vesting.AccountFrozen]:
    "The asset's administrator has frozen the beneficiary, who is paid nothing and can't hand the schedule over.",
  [vesting.ContractFrozen]: "The asset's issuer has frozen the vesting contract.",
  [vesting.ContractShort]: "The vesting contract holds less than it owes, because some of its tokens were clawed back.",
  [vesting.RecipientRefused]:
    "The beneficiary can't receive the tokens: its trustline is missing, frozen or full. Nothing changed.",
  [vesting.ObligationsOverflow]: "The grants are too large: the vesting contract can't hold so many tokens.",
  [assetErrors.balance]: "The wallet holds fewer tokens than it would pay.",
  [assetErrors.notAuthorized]: "The wallet is frozen by the asset's issuer.",
  [assetErrors.noTrustline]: "The wallet has no trustline to the reward asset.",
};

export const vestingCalls: WalletCalls<VestingArguments> = { rules, refusal: (code) => sentences[code ?? -1] };
