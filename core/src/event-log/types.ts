/** What there are events of: the objects of the API. */
export type EventObject = "issuance" | "campaign" | "redemption" | "points" | "api_key" | "webhook";

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
export const typesOf = (object: EventObject): EventType[] => eventTypeNames.filter((type) => objectOf(type) === object);
