/** What there are events of: the objects of the API. */
export type EventObject = "issuance";

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
} as const satisfies Record<string, About>;

export type EventType = keyof typeof eventTypes;

export const eventTypeNames = Object.keys(eventTypes) as EventType[];

export const objectOf = (type: EventType): EventObject => eventTypes[type].object;

/** The types of an object's events. */
export const typesOf = (object: EventObject): EventType[] => eventTypeNames.filter((type) => objectOf(type) === object);
