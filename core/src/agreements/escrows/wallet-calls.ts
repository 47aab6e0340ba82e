import type { WalletCalls } from "../../context/contract.ts";
import { assetErrors, type ContractErrors, contractErrors } from "../../ledger/chain/contract-errors.ts";
import { CallRefused } from "../../ledger/chain/errors.ts";
import { bytes } from "../../ledger/chain/outcome.ts";

/** Arguments as stored; amounts in stroops and times in Unix seconds, as text; hashes, ids and references are 32 bytes in hex. */
export interface EscrowArguments {
  "escrow.create": {
    /** The id that it gets, from depositor and reference. */
    escrow: string;
    reference: string;
    beneficiary: string;
    arbiter: string;
    parts: { amount: string; deadline: string }[];
    agreement: string;
    /** Seconds. */
    dispute_window: string;
    /** Basis points. */
    undecided_share: number;
    max_fee: number;
  };
  "escrow.accept": { escrow: string };
  "escrow.release": { escrow: string; milestone: number };
  "escrow.cancel": { escrow: string };
  "escrow.dispute": { escrow: string; milestone: number; evidence: string };
  "escrow.submit_evidence": { escrow: string; milestone: number; evidence: string };
  "escrow.resolve": { escrow: string; milestone: number /** Basis points. */; share: number };
  "escrow.expire": { escrow: string; milestone: number };
  "escrow.withdraw": Record<string, never>;
}

const errors = contractErrors.escrow;

const rules: WalletCalls<EscrowArguments>["rules"] = {
  "escrow.create": {
    operation({ escrow }, depositor, { escrow: _, ...terms }) {
      const { reference, parts, agreement, dispute_window } = terms;
      return escrow.call("create", {
        depositor,
        terms: {
          ...terms,
          reference: bytes(reference),
          parts: parts.map(({ amount, deadline }) => ({ amount: BigInt(amount), deadline: BigInt(deadline) })),
          agreement: bytes(agreement),
          dispute_window: BigInt(dispute_window),
        },
      });
    },
    async isDone({ escrow }, _depositor, { escrow: id, ...terms }) {
      const found = await escrow.view("get", { id: bytes(id) }).catch((error: unknown) => {
        if (error instanceof CallRefused && error.code === errors.NotFound) return undefined;
        throw error;
      });
      // The reference may have served for other terms.
      if (!found) return false;
      const { agreement, milestones, ...has } = found.value;
      const isSame =
        has.beneficiary === terms.beneficiary &&
        has.arbiter === terms.arbiter &&
        Buffer.from(agreement).toString("hex") === terms.agreement &&
        String(has.dispute_window) === terms.dispute_window &&
        has.undecided_share === terms.undecided_share &&
        milestones.length === terms.parts.length;
      // The parties may have moved a deadline, only to a later time.
      const isPart = (part: { amount: string; deadline: string }, index: number) =>
        String(milestones[index]?.amount) === part.amount &&
        (milestones[index]?.deadline ?? 0n) >= BigInt(part.deadline);
      return isSame && terms.parts.every(isPart);
    },
  },
  "escrow.accept": {
    operation: ({ escrow }, party, { escrow: id }) => escrow.call("accept", { party, id: bytes(id) }),
    async isDone({ escrow }, party, { escrow: id }) {
      const { value } = await escrow.view("get", { id: bytes(id) });
      return !value.awaited?.includes(party);
    },
  },
  "escrow.release": {
    operation: ({ escrow }, _wallet, { escrow: id, milestone }) => escrow.call("release", { id: bytes(id), milestone }),
  },
  "escrow.cancel": {
    operation: ({ escrow }, _wallet, { escrow: id }) => escrow.call("cancel", { id: bytes(id) }),
  },
  "escrow.dispute": {
    operation: ({ escrow }, party, { escrow: id, milestone, evidence }) =>
      escrow.call("dispute", { party, id: bytes(id), milestone, evidence: bytes(evidence) }),
  },
  "escrow.submit_evidence": {
    operation: ({ escrow }, party, { escrow: id, milestone, evidence }) =>
      escrow.call("submit_evidence", { party, id: bytes(id), milestone, evidence: bytes(evidence) }),
  },
  "escrow.resolve": {
    operation: ({ escrow }, _wallet, { escrow: id, milestone, share }) =>
      escrow.call("resolve", { id: bytes(id), milestone, share }),
  },
  "escrow.expire": {
    operation: ({ escrow }, _wallet, { escrow: id, milestone }) => escrow.call("expire", { id: bytes(id), milestone }),
  },
  "escrow.withdraw": {
    operation: ({ escrow }, account) => escrow.call("withdraw", { account }),
  },
};

type Code = ContractErrors["escrow"][keyof ContractErrors["escrow"]];

/** Words for people: what is wrong, and what helps. Other errors can't come from these calls. */
const refusals: Partial<Record<Code, string>> = {
  [errors.Unauthorized]: "The wallet isn't a party of this escrow, or another party has to do this.",
  [errors.Paused]: "New escrows are stopped by the operator; try again later. Existing escrows continue.",
  [errors.InvalidAmount]: "The sum of the parts is too large: make them smaller.",
  [errors.NotFound]: "There is no escrow with this id on the ledger.",
  [errors.NoMilestone]: "The escrow has no such `milestone`; its milestones are numbered from 0.",
  [errors.InvalidTransition]:
    "The milestone's state doesn't allow this, or the milestone has ended. Read the escrow again.",
  [errors.DeadlinePassed]: "The deadline has passed. Anyone can end the milestone with `escrow.expire` now.",
  [errors.NotDue]: "The deadline hasn't passed yet: before it, the milestone can't expire.",
  [errors.ReferenceTaken]:
    "The wallet has an escrow with this `reference` already: read that escrow, or leave `reference` out.",
  [errors.NotAwaited]: "The wallet is neither the beneficiary nor the arbiter, or has accepted already.",
  [errors.NotAccepted]: "Beneficiary and arbiter haven't both accepted yet; until then nobody can dispute.",
  [errors.InvalidDeadline]:
    "A `deadline` must be in the future, at most ten years ahead; an extension must make it later than it is.",
  [errors.InvalidParties]: "Depositor, `beneficiary` and `arbiter` must be three different wallets.",
  [errors.RefusedRecipient]: "A contract of this system, or the asset's issuer, can't be a party.",
  [errors.FeeNotAccepted]:
    "The platform's fee is above `max_fee`. GET /escrows shows the fee; to accept the fee, give it as `max_fee`.",
  [errors.NothingOwed]: "Nothing is owed to this wallet.",
  [errors.DepositMismatch]: "The wallet's tokens didn't arrive in full; try again.",
  [errors.ContractFrozen]: "The asset's administrator froze the escrow contract; ask the operator.",
  [errors.ContractShort]: "The escrow contract holds less than it owes; ask the operator.",
  [errors.RecipientRefused]:
    "The wallet can't receive the tokens: open its trustline, or make room in it, and try again.",
  [errors.AccountFrozen]:
    "The asset's administrator has frozen the wallet, or the other party: until it ends that, it gets and gives nothing.",
  [errors.BalanceOverflow]: "The escrow contract can't hold that much: make the parts smaller.",
};

/** Errors of the asset's own contract when it takes the deposit. */
const ASSET_REFUSALS = {
  [assetErrors.balance]: "The wallet has fewer tokens than the sum of the parts.",
  [assetErrors.notAuthorized]: "The wallet's trustline is frozen: ask the asset's issuer.",
  [assetErrors.noTrustline]: "The wallet has no trustline to the asset, and so no tokens to deposit.",
};

/** Plain words for an error of the escrow contract, or of the asset's contract; undefined for any other. */
export const escrowRefusal = (code: number | undefined): string | undefined =>
  ({ ...refusals, ...ASSET_REFUSALS })[code as Code];

export const escrowCalls: WalletCalls<EscrowArguments> = { rules, refusal: escrowRefusal };
