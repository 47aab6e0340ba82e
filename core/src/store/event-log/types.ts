/** The objects of the API that have events. */
export type EventObject =
  | "issuance"
  | "campaign"
  | "redemption"
  | "points"
  | "tier"
  | "drop"
  | "drop_share"
  | "vesting"
  | "referral"
  | "referral_program"
  | "referral_wallet"
  | "referred_user"
  | "escrow"
  | "escrow_proposal"
  | "proposal"
  | "vote"
  | "stake"
  | "delegation"
  | "api_key"
  | "webhook"
  | "voucher"
  | "voucher_batch";

interface About {
  object: EventObject;
  /** When it happens; one sentence without a full stop. */
  when: string;
}

/** All types of events. The API's description, the typed client and `docs/events.md` come from this table. */
export const eventTypes = {
  "issuance.accepted": { object: "issuance", when: "A reward was accepted, and will be paid" },
  "issuance.held": { object: "issuance", when: "A reward waits for its wallet's trustline" },
  "issuance.confirmed": { object: "issuance", when: "A reward was paid on the ledger" },
  "issuance.failed": { object: "issuance", when: "A reward will not be paid; `error_message` says why" },
  "issuance.redriven": { object: "issuance", when: "A failed reward is tried again" },
  "campaign.created": { object: "campaign", when: "A campaign was created, as a draft or on its way to the ledger" },
  "campaign.activated": { object: "campaign", when: "The ledger has the campaign: its budget is reserved" },
  "campaign.failed": {
    object: "campaign",
    when: "The ledger refused the campaign, or its draft was dropped; `error_message` says why",
  },
  "campaign.paused": { object: "campaign", when: "A campaign was paused on the ledger" },
  "campaign.resumed": { object: "campaign", when: "A paused campaign goes on" },
  "campaign.extended": { object: "campaign", when: "A campaign got a larger budget or a later end on the ledger" },
  "campaign.ended": { object: "campaign", when: "A campaign was ended on the ledger: it pays nothing more" },
  "campaign.settled": {
    object: "campaign",
    when: "What an ended campaign didn't pay went back to the merchant's balance",
  },
  "campaign.step_failed": {
    object: "campaign",
    when: "The ledger refused a step, and the campaign stays what it is; `error_message` says why",
  },
  "drop.created": { object: "drop", when: "A drop was created, on its way to the ledger" },
  "drop.activated": { object: "drop", when: "The ledger has the drop: its total is reserved" },
  "drop.opened": { object: "drop", when: "The owner of the merchant's balance opened the drop before its time" },
  "drop.failed": { object: "drop", when: "The ledger refused the drop; `error_message` says why" },
  "drop.swept": { object: "drop", when: "What an expired drop didn't pay went back to the merchant's balance" },
  "drop.cancelled": { object: "drop", when: "A drop was cancelled before it opened; its total went back" },
  "drop.step_failed": {
    object: "drop",
    when: "The ledger refused to sweep or cancel the drop, which stays active; `error_message` says why",
  },
  "drop_share.claimed": { object: "drop_share", when: "A wallet's share of a drop was paid on the ledger" },
  "drop_share.failed": {
    object: "drop_share",
    when: "A claim was refused; `claim_error` says why. It can be claimed again",
  },
  "vesting.created": { object: "vesting", when: "The ledger has a vesting schedule, with its funds" },
  "vesting.claimed": {
    object: "vesting",
    when: "Its beneficiary was paid what had vested; `status` is finished after the last payment",
  },
  "vesting.revoked": { object: "vesting", when: "What had not vested went back to the funder" },
  "vesting.offered": { object: "vesting", when: "Its beneficiary offered it to another wallet" },
  "vesting.offer_cancelled": { object: "vesting", when: "The offer was taken back" },
  "vesting.transferred": { object: "vesting", when: "The other wallet took it over" },
  "escrow.created": { object: "escrow", when: "The ledger has an escrow, with its funds" },
  "escrow.accepted": {
    object: "escrow",
    when: "Its beneficiary or its arbiter accepted it; `status` is active after both",
  },
  "escrow.extended": { object: "escrow", when: "Both parties moved a milestone's deadline" },
  "escrow.disputed": { object: "escrow", when: "A milestone waits for the arbiter" },
  "escrow.evidence_added": { object: "escrow", when: "A party added evidence to a dispute" },
  "escrow.released": {
    object: "escrow",
    when: "A milestone's funds went to the beneficiary; `status` is ended after the last one",
  },
  "escrow.refunded": { object: "escrow", when: "A milestone's funds went back to the depositor" },
  "escrow.split": { object: "escrow", when: "Beneficiary and depositor got a share of a milestone's funds each" },
  "escrow_proposal.created": {
    object: "escrow_proposal",
    when: "A party proposed a step to the other one, and signed it",
  },
  "proposal.created": { object: "proposal", when: "A wallet of the user's made a proposal to the governance" },
  "proposal.queued": {
    object: "proposal",
    when: "The proposal was won and queued; it can be executed from `executable_from` on",
  },
  "proposal.executed": { object: "proposal", when: "The proposal was executed" },
  "proposal.cancelled": { object: "proposal", when: "The proposal was cancelled" },
  "proposal.vetoed": { object: "proposal", when: "A guardian stopped the proposal" },
  "vote.cast": { object: "vote", when: "A wallet of the user's voted, or another one voted for it" },
  "stake.added": { object: "stake", when: "A wallet of the user's staked tokens" },
  "stake.activated": { object: "stake", when: "Staked tokens became votes" },
  "stake.removed": { object: "stake", when: "Tokens were unstaked; they can be withdrawn from `cooling_until` on" },
  "stake.withdrawn": { object: "stake", when: "Unstaked tokens were withdrawn" },
  "delegation.changed": {
    object: "delegation",
    when: "A wallet named who may vote for it, or took the right back; both users see it",
  },
  "referral_program.set": {
    object: "referral_program",
    when: "A referral programme was created, or its terms changed",
  },
  "referral_program.failed": {
    object: "referral_program",
    when: "The ledger refused its terms; `error_message` of `change` says why",
  },
  "referral_program.ended": { object: "referral_program", when: "Its sponsor left, so it ended" },
  "referral.started": {
    object: "referral",
    when: "A newcomer did what a referral programme rewards; its bonuses are being set aside",
  },
  "referral.qualified": {
    object: "referral",
    when: "The ledger set the bonuses aside; they can be claimed from `claimable_at` on",
  },
  "referral.failed": { object: "referral", when: "The bonuses will not be set aside; `error_message` says why" },
  "referral.redriven": { object: "referral", when: "A failed referral is tried again" },
  "referral.paid": { object: "referral", when: "A side's bonus was paid; its `status` says whose" },
  "referral.revoked": { object: "referral", when: "The merchant took the bonuses back" },
  "referral.expired": {
    object: "referral",
    when: "Bonuses that nobody had claimed in time went back to the programme",
  },
  "referral_wallet.enrolled": {
    object: "referral_wallet",
    when: "Newcomers can name a wallet of the user's as their referrer",
  },
  "referral_wallet.bound": { object: "referral_wallet", when: "A wallet named its referrer; both users see it" },
  "referred_user.registered": { object: "referred_user", when: "Somebody registered with the user's referral code" },
  "referred_user.qualified": { object: "referred_user", when: "They qualified, and the user got points for it" },
  "voucher_batch.created": { object: "voucher_batch", when: "Vouchers were made, and their amounts reserved" },
  "voucher_batch.cancelled": { object: "voucher_batch", when: "Open vouchers were cancelled, and pay nothing more" },
  "voucher_batch.expired": {
    object: "voucher_batch",
    when: "The time of open vouchers is over, or their campaign has ended",
  },
  "voucher.redeemed": { object: "voucher", when: "Somebody redeemed a voucher's code: its reward will be paid" },
  "voucher.reopened": {
    object: "voucher",
    when: "The reward of a redeemed voucher failed: its code can be redeemed again",
  },
  "redemption.created": { object: "redemption", when: "A user redeemed an item, for points or for tokens" },
  "redemption.fulfilled": { object: "redemption", when: "The merchant handed it over" },
  "redemption.cancelled": { object: "redemption", when: "It was cancelled; points or tokens went back" },
  "redemption.refunded": { object: "redemption", when: "The merchant gave the points back" },
  "redemption.expired": {
    object: "redemption",
    when: "It wasn't fulfilled in time on the ledger; the tokens went back",
  },
  "points.credited": { object: "points", when: "A user got points; `kind` says what for" },
  "points.debited": { object: "points", when: "A user spent or lost points; `kind` says what for" },
  "tier.reached": { object: "tier", when: "A user's points brought them to another tier of the merchant's" },
  "api_key.created": { object: "api_key", when: "An API key was created, recovered or rotated" },
  "api_key.revoked": { object: "api_key", when: "An API key was revoked" },
  "webhook.created": { object: "webhook", when: "A webhook was created" },
  "webhook.updated": { object: "webhook", when: "A webhook was changed, or got a new secret" },
  "webhook.disabled": {
    object: "webhook",
    when: "A webhook failed for five days, or answered 410: nothing is sent to it any more",
  },
  "webhook.deleted": { object: "webhook", when: "A webhook was deleted" },
  "webhook.test": { object: "webhook", when: "A test was asked for; only that webhook gets it" },
} as const satisfies Record<string, About>;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

export const objectOf = (type: EventType): EventObject => eventTypes[type].object;

/** The types of an object's events. */
export type TypeOf<Object extends EventObject> = {
  [Type in EventType]: (typeof eventTypes)[Type]["object"] extends Object ? Type : never;
}[EventType];

/** What may happen to an object: the second part of its events' types. */
export type ChangeOf<Object extends EventObject> = TypeOf<Object> extends `${string}.${infer Change}` ? Change : never;

export const typesOf = <Object extends EventObject>(object: Object) =>
  eventTypeNames.filter((type): type is TypeOf<Object> => objectOf(type) === object);
