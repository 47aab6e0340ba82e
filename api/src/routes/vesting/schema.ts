import { grantStates } from "@merit/core/agreements/vesting/grants.ts";
import { type VestingArguments, vestingCalls } from "@merit/core/agreements/vesting/wallet-calls.ts";
import { vestingStatuses } from "@merit/core/store/db/schema/vesting.ts";
import { z } from "zod";
import { campaignTx, exampleOf, wallet } from "../../http/examples.ts";
import {
  accountAddress,
  amount,
  decimal,
  idempotencyKey,
  isoTime,
  ledgerTime,
  oneOf,
  walletAddress,
} from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { envelopeView } from "../envelopes/schema.ts";

/** Most grants of one call. */
const MAX_GRANTS = 500;
const GRANTS_RANGE = `must contain 1 to ${MAX_GRANTS} grants`;
const MAX_TRANCHES = 32;
const TRANCHES_RANGE = `must contain 1 to ${MAX_TRANCHES} tranches`;
const ONE_PLAN = "must be given if tranches aren't, and left out if they are";

const grant = z
  .strictObject({
    idempotency_key: idempotencyKey.meta({ description: "your own name for the grant; each grants once" }),
    beneficiary: walletAddress,
    revocable: z
      .boolean("must be true or false")
      .default(true)
      .meta({ description: "true if the paying wallet may take back what has not vested" }),
    amount: amount.optional(),
    starts_at: ledgerTime.optional().meta({ description: "the amount vests evenly from then on; default: now" }),
    cliff_at: ledgerTime.optional().meta({ description: "time before which nothing vests; default: starts_at" }),
    ends_at: ledgerTime
      .optional()
      .meta({ description: "time at which everything has vested; at most 100 years ahead" }),
    tranches: z
      .array(z.strictObject({ at: ledgerTime, amount }), "must be a list")
      .min(1, TRANCHES_RANGE)
      .max(MAX_TRANCHES, TRANCHES_RANGE)
      .optional()
      .meta({
        description: "instead of amount and times: amounts, each of which vests at its time; the times must rise",
      }),
  })
  .superRefine(({ amount, starts_at, cliff_at, ends_at, tranches }, { addIssue }) => {
    const wrong = (message: string, ...path: (string | number)[]) => addIssue({ code: "custom", path, message });
    if ((amount === undefined) === (tranches === undefined)) wrong(ONE_PLAN, "amount");
    if ((ends_at === undefined) === (tranches === undefined)) wrong(ONE_PLAN, "ends_at");
    if (tranches) {
      if (starts_at) wrong("must be left out where tranches are given", "starts_at");
      if (cliff_at) wrong("must be left out where tranches are given", "cliff_at");
      for (const [index, { at }] of tranches.entries()) {
        const before = tranches[index - 1];
        if (before && at <= before.at) wrong("must be later than that of the tranche before", "tranches", index, "at");
      }
    }
    if (starts_at && cliff_at && cliff_at < starts_at) wrong("must not be before starts_at", "cliff_at");
    const last = cliff_at ?? starts_at;
    if (last && ends_at && ends_at < last) wrong("must not be before starts_at or cliff_at", "ends_at");
  });

export type GrantInput = z.output<typeof grant>;

export const createBody = z
  .strictObject({
    wallet_address: accountAddress.meta({ description: "the wallet that pays and signs (G...)" }),
    grants: z.array(grant, "must be a list").min(1, GRANTS_RANGE).max(MAX_GRANTS, GRANTS_RANGE),
  })
  .superRefine(({ grants }, { addIssue }) => {
    const seen = new Set<string>();
    for (const [index, { idempotency_key }] of grants.entries()) {
      const path = ["grants", index, "idempotency_key"];
      if (seen.has(idempotency_key)) addIssue({ code: "custom", path, message: "appears twice in the list" });
      seen.add(idempotency_key);
    }
  })
  .meta({
    examples: [
      {
        wallet_address: wallet,
        grants: [
          {
            idempotency_key: "partners-2027:ada",
            beneficiary: wallet,
            amount: "1200",
            starts_at: "2027-01-01T00:00:00.000Z",
            cliff_at: "2027-07-01T00:00:00.000Z",
            ends_at: "2030-01-01T00:00:00.000Z",
          },
        ],
      },
    ],
  });

const scheduleId = z.string().meta({ description: "id in the vesting contract, 32 bytes in hex" });
const schedule = "7d3b0a6f5c1e4928b1f0d6a7c93e25480f1b6d7ae2c4953810fb6ea7d2c94b13";

const exampleGrant = { idempotency_key: "partners-2027:ada", schedule };
const grants = z.array(
  z
    .strictObject({
      idempotency_key: z.string(),
      schedule: scheduleId,
      state: z.enum(grantStates).meta({
        description:
          "granted: on the ledger; to_sign: in this transaction, which creates at most 20; waiting: in the transaction of a later call",
      }),
    })
    .meta({ id: "VestingGrant", examples: [{ ...exampleGrant, state: "to_sign" }] }),
);

/** An envelope as other calls answer it, and what is granted. */
export const toSignView = envelopeView.extend({ grants }).meta({
  id: "VestingEnvelope",
  examples: [
    {
      ...exampleOf(envelopeView),
      ...{ kind: "vesting.create", reserve_xlm: "0", grants: [{ ...exampleGrant, state: "to_sign" }] },
    },
  ],
});

export const grantedView = z
  .strictObject({ envelope: z.null().meta({ description: "null: nothing is left to be signed" }), grants })
  .meta({ id: "VestingGrants", examples: [{ envelope: null, grants: [{ ...exampleGrant, state: "granted" }] }] });

export const scheduleParams = z.object({ schedule: z.string() }).meta({ examples: [{ schedule }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    status: z.enum(vestingStatuses, oneOf(vestingStatuses)).optional(),
    beneficiary: walletAddress.optional().meta({ description: "schedules that this wallet has now" }),
  })
  .meta({ examples: [{ limit: "20", status: "active" }] });

const common = {
  schedule: scheduleId,
  status: z.enum(vestingStatuses).meta({
    description: "revoked: nothing more vests; finished: everything was paid, or returned to the funder",
  }),
  funder: z.string(),
  granted_to: z.string(),
  beneficiary: z.string().meta({ description: "the wallet that has it now" }),
  total: decimal.meta({ description: "all that was granted" }),
  released: decimal.meta({ description: "tokens paid to beneficiaries" }),
  refunded: decimal.meta({ description: "tokens returned to the funder by a revocation" }),
  revocable: z.boolean(),
  revoked_at: isoTime.nullable(),
  offered_to: z.string().nullable().meta({ description: "the wallet that may take it over until offer_ends_at" }),
  offer_ends_at: isoTime.nullable(),
  tx_hash: z.string().meta({ description: "transaction that created it" }),
  created_at: isoTime,
  updated_at: isoTime,
};

const commonExample = {
  schedule,
  status: "active",
  funder: wallet,
  granted_to: wallet,
  beneficiary: wallet,
  total: "1200",
  released: "200",
  refunded: "0",
  revocable: true,
  revoked_at: null,
  offered_to: null,
  offer_ends_at: null,
  tx_hash: campaignTx,
  created_at: "2027-01-01T09:12:40.000Z",
  updated_at: "2027-07-02T08:00:05.000Z",
};

export const rowView = z.strictObject(common).meta({ id: "VestingSchedule", examples: [commonExample] });

const times = { starts_at: isoTime, cliff_at: isoTime, ends_at: isoTime };
/** All but the grant itself. */
const steps = Object.keys(vestingCalls.rules).filter((call) => call !== "vesting.create") as (keyof VestingArguments)[];

export const scheduleView = z
  .strictObject({
    ...common,
    revoker: z.string().nullable().meta({ description: "the wallet that may take back what has not vested" }),
    linear: z.strictObject(times).nullable().meta({ description: "null if it vests in tranches" }),
    tranches: z.array(z.strictObject({ at: isoTime, amount: decimal })).nullable(),
    vested: decimal,
    claimable: decimal.meta({ description: "amount that a claim would pay now" }),
    next_vesting_at: isoTime
      .nullable()
      .meta({ description: "time of the cliff or the next tranche; null: it vests evenly now, or nothing more vests" }),
    ends_at: isoTime,
    next_steps: z
      .array(
        z.strictObject({
          call: z.enum(steps),
          wallet_address: z.string().meta({ description: "the wallet that signs" }),
          until: isoTime.nullable().meta({ description: "time from which it is refused; null: none" }),
        }),
      )
      .meta({ description: "steps that the caller can take now; users ask for the envelope at POST /wallet/envelope" }),
  })
  .meta({
    id: "VestingScheduleState",
    examples: [
      {
        ...commonExample,
        revoker: wallet,
        linear: {
          starts_at: "2027-01-01T00:00:00.000Z",
          cliff_at: "2027-07-01T00:00:00.000Z",
          ends_at: "2030-01-01T00:00:00.000Z",
        },
        tranches: null,
        vested: "210.5",
        claimable: "10.5",
        next_vesting_at: null,
        ends_at: "2030-01-01T00:00:00.000Z",
        next_steps: [{ call: "vesting.claim", wallet_address: wallet, until: null }],
      },
    ],
  });
