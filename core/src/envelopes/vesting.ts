import { createHash } from "node:crypto";
import type { Plan as ContractPlan, Schedule } from "@merit/bindings/vesting";
import { Address, xdr } from "@stellar/stellar-sdk";
import { contractErrors } from "../chain/contract-errors.ts";
import type { Contracts } from "../chain/contracts.ts";
import { CallRefused } from "../chain/errors.ts";

// The calls of the vesting contract that wallets sign.

/** Times in Unix seconds, amounts in stroops as text. */
export type StoredPlan =
  | { total: string; start: number; cliff: number; end: number }
  | { tranches: { time: number; amount: string }[] };

/** What a funder asks for, as stored. */
export interface StoredTerms {
  /** 32 bytes, hex. */
  reference: string;
  beneficiary: string;
  revoker: string | null;
  plan: StoredPlan;
}

/** The schedule's id, 32 bytes in hex: known before it is created, and the contract creates it once. */
export function scheduleId(funder: string, reference: string): string {
  const named = xdr.ScVal.scvVec([new Address(funder).toScVal(), xdr.ScVal.scvBytes(bytes(reference))]);
  return createHash("sha256").update(named.toXdr()).digest("hex");
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

type Named = { schedule: string };

/** Rules as `calls.ts` has them. */
export const vestingCalls = {
  "vesting.create": {
    operation: ({ vesting }: Contracts, funder: string, { grants }: { grants: StoredTerms[] }) => {
      const batch = grants.map(({ reference, plan, ...terms }) => ({
        ...terms,
        reference: bytes(reference),
        plan: planOf(plan),
      }));
      return vesting.call("create", { funder, batch });
    },
    async isDone(contracts: Contracts, funder: string, { grants }: { grants: StoredTerms[] }) {
      const found = grants.map(({ reference }) => readSchedule(contracts, scheduleId(funder, reference)));
      return (await Promise.all(found)).every((schedule) => schedule !== undefined);
    },
    explain,
  },
  "vesting.claim": {
    operation: ({ vesting }: Contracts, _wallet: string, { schedule }: Named) =>
      vesting.call("claim", { id: bytes(schedule) }),
    explain,
  },
  "vesting.revoke": {
    operation: ({ vesting }: Contracts, revoker: string, { schedule }: Named) =>
      vesting.call("revoke", { revoker, id: bytes(schedule) }),
    async isDone(contracts: Contracts, _revoker: string, { schedule }: Named) {
      return typeof (await readSchedule(contracts, schedule))?.revoked_at === "bigint";
    },
    explain,
  },
  "vesting.begin_transfer": {
    operation: ({ vesting }: Contracts, beneficiary: string, { schedule, to }: Named & { to: string }) =>
      vesting.call("begin_transfer", { beneficiary, id: bytes(schedule), to }),
    explain,
  },
  "vesting.cancel_transfer": {
    operation: ({ vesting }: Contracts, beneficiary: string, { schedule }: Named) =>
      vesting.call("cancel_transfer", { beneficiary, id: bytes(schedule) }),
    explain,
  },
  "vesting.accept_transfer": {
    operation: ({ vesting }: Contracts, to: string, { schedule }: Named) =>
      vesting.call("accept_transfer", { to, id: bytes(schedule) }),
    async isDone(contracts: Contracts, to: string, { schedule }: Named) {
      return (await readSchedule(contracts, schedule))?.beneficiary === to;
    },
    explain,
  },
};

const bytes = (hex: string) => Buffer.from(hex, "hex");

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
/** Numbers that all contracts of classic assets use. */
const asset = { balanceTooSmall: 10, notAuthorised: 11, noTrustline: 13 };

const sentences: Record<number, string> = {
  [vesting.Unauthorized]: "This wallet is not the one that may do this with the schedule",
  [vesting.Paused]: "New schedules and transfers are stopped at the moment",
  [vesting.NotFound]: "The ledger has no such schedule",
  [vesting.InvalidAmount]: "The sum of the grants is too large",
  [vesting.InvalidTimes]: "The times are out of order, or a schedule ends more than 100 years ahead",
  [vesting.RefusedBeneficiary]:
    "The asset's issuer and the system's contracts can't be beneficiaries. Name another wallet",
  [vesting.ReferenceTaken]:
    "The ledger has one of these grants already, and the service has not read it yet. Ask again in some seconds",
  [vesting.NothingToClaim]: "Nothing has vested since the last claim",
  [vesting.AlreadyRevoked]: "The schedule was revoked before",
  [vesting.FullyVested]: "Everything has vested, so there is nothing to take back",
  [vesting.NoTransfer]: "The schedule isn't offered to anybody",
  [vesting.TransferExpired]: "The offer was not accepted within 14 days. Its beneficiary has to offer it again",
  [vesting.SameBeneficiary]: "The schedule is this wallet's already",
  [vesting.BeneficiaryFrozen]: "The present beneficiary is frozen by the asset's issuer and can't hand it over",
  [vesting.ContractFrozen]: "The asset's issuer has frozen the vesting contract",
  [vesting.ContractShort]: "The vesting contract holds less than it owes, because some was clawed back",
  [vesting.RecipientRefused]:
    "The beneficiary can't receive it: its trustline is missing, frozen or full. Nothing changed",
  [vesting.ObligationsOverflow]: "The contract can't hold that much more",
  [asset.balanceTooSmall]: "The wallet holds fewer tokens than it would pay",
  [asset.notAuthorised]: "The wallet is frozen by the asset's issuer",
  [asset.noTrustline]: "The wallet has no trustline to the reward asset",
};

/** What an error of the call means, for the wallet's owner. */
function explain(code: number): string | undefined {
  return sentences[code];
}
