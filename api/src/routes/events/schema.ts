import { type EventObject, type TypeOf, typesOf } from "@merit/core/store/event-log/types.ts";
import { z } from "zod";
import { exampleOf } from "../../http/examples.ts";
import { isoTime, timestamp } from "../../http/fields.ts";
import { idPage } from "../../http/list.ts";
import { pascal } from "../../openapi/text.ts";
import { ownCampaignView } from "../campaigns/schema.ts";
import { shareView } from "../drops/claim-schema.ts";
import { dropView } from "../drops/schema.ts";
import { proposalView as escrowProposalView, escrowRowView } from "../escrows/schema.ts";
import { delegationView, listedProposalView, stakeView, voteView } from "../governance/schema.ts";
import { keyView } from "../merchants/schema.ts";
import { tierChangeView, transactionView } from "../points/schema.ts";
import { redemptionView } from "../redemptions/schema.ts";
import { askedView as referralProgramView } from "../referral-programs/schema.ts";
import { referralView } from "../referrals/schema.ts";
import { issuanceView } from "../rewards/schema.ts";
import { referralView as userReferralView } from "../users/schema.ts";
import { rowView as vestingView } from "../vesting/schema.ts";
import { batchView, voucherView } from "../vouchers/schema.ts";
import { eventType, webhookView } from "../webhooks/schema.ts";

/** The view of each object in its events. */
const objects = {
  issuance: issuanceView.extend({
    idempotency_key: z.string().nullable().meta({ description: "null for users: it is the merchant's" }),
  }),
  campaign: ownCampaignView,
  api_key: keyView,
  webhook: webhookView,
  redemption: redemptionView.omit({ actions: true }),
  points: transactionView,
  tier: tierChangeView,
  vesting: vestingView,
  referral: referralView.omit({ next_steps: true }),
  referral_program: referralProgramView,
  referral_wallet: userReferralView.shape.tokens.shape.wallets.element,
  referred_user: userReferralView.shape.data.element.omit({ first_name: true }),
  escrow: escrowRowView,
  escrow_proposal: escrowProposalView,
  proposal: listedProposalView.omit({ state: true, calls: true }),
  vote: voteView.extend({ proposal_id: z.string() }),
  stake: stakeView,
  delegation: delegationView,
  drop: dropView.omit({ shares: true, next_steps: true }),
  drop_share: shareView.omit({ claimable: true, contract_id: true, proof: true }),
  voucher: voucherView,
  voucher_batch: batchView,
} satisfies Record<EventObject, z.ZodType>;

/** Examples of the objects; an event shows those of their fields that its view has. */
const examples: Record<EventObject, object> = {
  issuance: exampleOf(issuanceView),
  campaign: exampleOf(ownCampaignView),
  api_key: exampleOf(keyView),
  webhook: exampleOf(webhookView),
  redemption: exampleOf(redemptionView),
  points: exampleOf(transactionView),
  tier: exampleOf(tierChangeView),
  vesting: exampleOf(vestingView),
  referral: exampleOf(referralView),
  referral_program: exampleOf(referralProgramView),
  referral_wallet: exampleOf(userReferralView).tokens.wallets[0],
  referred_user: exampleOf(userReferralView).data[0],
  escrow: exampleOf(escrowRowView),
  escrow_proposal: exampleOf(escrowProposalView),
  proposal: exampleOf(listedProposalView),
  vote: { ...exampleOf(voteView), proposal_id: exampleOf(listedProposalView).id },
  stake: exampleOf(stakeView),
  delegation: exampleOf(delegationView),
  drop: exampleOf(dropView),
  drop_share: exampleOf(shareView),
  voucher: exampleOf(voucherView),
  voucher_batch: exampleOf(batchView),
};

/** An object's first event. */
function eventExample(object: EventObject): object {
  const fields = Object.entries(examples[object]).filter(([name]) => name in objects[object].shape);
  return {
    id: "evt_1865324582400000",
    ...{ type: typesOf(object)[0], object, object_id: "3", created_at: "2026-11-21T17:55:06.018Z" },
    data: Object.fromEntries(fields),
  };
}

// Each is a model, so that a generated client has a name for it.
for (const [object, data] of Object.entries<z.ZodType>(objects)) {
  if (data.meta()?.id === undefined) z.globalRegistry.add(data, { ...data.meta(), id: `${pascal(object)}OfEvent` });
}

/** The fields of every event beside its type and its object. */
export const eventBase = z
  .strictObject({
    id: z.string().meta({ description: "id; it rises with each change" }),
    object_id: z.string().meta({ description: "the object's id, as text" }),
    created_at: isoTime,
  })
  .meta({ id: "EventBase", description: "What happened: its `type`, and the object as it was then in `data`." });

const eventOf = <Object extends EventObject>(object: Object) =>
  z
    .strictObject({
      ...eventBase.shape,
      type: z
        .enum(typesOf(object) as [TypeOf<Object>, ...TypeOf<Object>[]])
        // Generated clients have one type of all, not one for each object.
        .meta({ json: { $ref: "#/components/schemas/EventType", enum: typesOf(object) } }),
      object: z.literal(object),
      data: objects[object] as (typeof objects)[Object],
    })
    .meta({ id: `${pascal(object)}Event` });

/** Views by object. The API's answers, the description's webhooks and the typed client's events come from this table. */
const eventViews = {
  issuance: eventOf("issuance"),
  campaign: eventOf("campaign"),
  api_key: eventOf("api_key"),
  redemption: eventOf("redemption"),
  points: eventOf("points"),
  tier: eventOf("tier"),
  webhook: eventOf("webhook"),
  vesting: eventOf("vesting"),
  referral: eventOf("referral"),
  referral_program: eventOf("referral_program"),
  referral_wallet: eventOf("referral_wallet"),
  referred_user: eventOf("referred_user"),
  escrow: eventOf("escrow"),
  escrow_proposal: eventOf("escrow_proposal"),
  proposal: eventOf("proposal"),
  vote: eventOf("vote"),
  stake: eventOf("stake"),
  delegation: eventOf("delegation"),
  drop: eventOf("drop"),
  drop_share: eventOf("drop_share"),
  voucher: eventOf("voucher"),
  voucher_batch: eventOf("voucher_batch"),
};

export const eventView = z
  .discriminatedUnion("object", [
    eventViews.issuance,
    eventViews.campaign,
    eventViews.api_key,
    eventViews.redemption,
    eventViews.points,
    eventViews.tier,
    eventViews.webhook,
    eventViews.vesting,
    eventViews.referral,
    eventViews.referral_program,
    eventViews.referral_wallet,
    eventViews.referred_user,
    eventViews.escrow,
    eventViews.escrow_proposal,
    eventViews.proposal,
    eventViews.vote,
    eventViews.stake,
    eventViews.delegation,
    eventViews.drop,
    eventViews.drop_share,
    eventViews.voucher,
    eventViews.voucher_batch,
  ])
  .meta({
    id: "Event",
    examples: [eventExample("issuance")],
  });

const NOT_AN_ID = "must be an event's id, such as evt_1865324582400000";

export const eventParams = z
  .strictObject({
    id: z
      .string()
      .regex(/^evt_[1-9]\d{0,15}$/, NOT_AN_ID)
      .transform((id) => Number(id.slice("evt_".length))),
  })
  .meta({ examples: [{ id: "evt_1865324582400000" }] });

export const listQuery = z
  .strictObject({
    ...idPage,
    after: z
      .string("must be given once")
      .optional()
      .meta({ description: "stream: id of the last event, if the header Last-Event-ID can't be sent" }),
    type: z
      .string("must be given once")
      .transform((text) => text.split(","))
      .pipe(z.array(eventType))
      .optional()
      .meta({
        description: "types, with commas between them",
        json: { type: "string", examples: ["issuance.confirmed,issuance.failed"] },
      }),
    object: z.enum(Object.keys(objects) as [EventObject, ...EventObject[]]).optional(),
    object_id: z
      .string("must be given once")
      .min(1, "must not be empty")
      .max(100, "must have at most 100 characters")
      .optional()
      .meta({ description: "events of one object; use it together with `object`" }),
    from: timestamp.optional(),
    to: timestamp.optional(),
  })
  .refine(({ object_id, object }) => object_id === undefined || object !== undefined, {
    path: ["object"],
    message: "is required with object_id, such as object=issuance",
  })
  .meta({ examples: [{ type: "issuance.confirmed", limit: "20" }] });

/** Filter of a topic of the WebSocket. */
export const topicFilter = z.strictObject({ type: listQuery.shape.type, object: listQuery.shape.object });

/** The types that a filter names, by themselves or by an object; undefined: all. */
export function typesWanted({ type, object }: Pick<z.output<typeof listQuery>, "type" | "object">) {
  const ofObject = object && typesOf(object);
  return type && ofObject ? type.filter((each) => ofObject.includes(each)) : (type ?? ofObject);
}

export const eventStream = z.string().meta({
  description: "server-sent events; each has its id, and an event as JSON in `data`",
  examples: ["retry: 2000\nid: evt_1865324582400000\n\n"],
});
