import { validationFailed } from "@merit/core/base/errors.ts";
import { z } from "zod";
import { browserRoles } from "../http/browser-cookies.ts";
import { unknownName } from "../http/fields.ts";
import { validate } from "../http/input.ts";

// Messages from clients.

const topic = z.string("must be a text").max(100, "must have at most 100 characters");

/** Logs in with one of the three: as the first message, and with a new access token before the old one expires. */
const auth = z
  .strictObject({
    type: z.literal("auth"),
    /** Access token of a user. */
    token: z.string("must be a text").optional(),
    /** API key of a merchant. */
    api_key: z.string("must be a text").optional(),
    /** Role in which the browser is logged in by cookie, for our own pages. */
    session: z.enum(browserRoles, `must be ${browserRoles.join(" or ")}`).optional(),
  })
  .refine(({ token, api_key, session }) => [token, api_key, session].filter((one) => one !== undefined).length === 1, {
    path: ["token"],
    message: "is required, or api_key or session, and only one of them",
  });

const subscribe = z.strictObject({
  type: z.literal("subscribe"),
  topic,
  /** Position to begin behind. */
  after: z.string("must be the id of an event").optional(),
  /** Query of the topic's stream over HTTP, with a list where that has commas. */
  filter: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]), "must be an object")
    .default({}),
});

const unsubscribe = z.strictObject({ type: z.literal("unsubscribe"), topic });

const messages = { auth, subscribe, unsubscribe };

export type AuthMessage = z.output<typeof auth>;
export type SubscribeMessage = z.output<typeof subscribe>;
export type Message = AuthMessage | SubscribeMessage | z.output<typeof unsubscribe>;

/** Far more than an access token needs. A larger message closes the connection with 1009. */
export const MAX_MESSAGE_BYTES = 4096;

/** @param text undefined for a binary frame @throws Problem 422 */
export function readMessage(text: string | undefined): Message {
  const given = parse(text);
  if (typeof given !== "object" || given === null) {
    throw validationFailed([{ field: "message", message: "must be a JSON object, sent as text" }]);
  }
  const { type } = given as { type?: unknown };
  if (typeof type !== "string" || !Object.hasOwn(messages, type)) {
    throw validationFailed([
      { field: "type", message: unknownName("a type of message", String(type), Object.keys(messages)) },
    ]);
  }
  return validate(messages[type as keyof typeof messages], given);
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? "");
  } catch {
    return undefined;
  }
}

/** Reasons for closing a connection: 1001, 1009 and 1011 are the protocol's own; those from 4000 are ours, by the status of HTTP. */
export const closeCodes = {
  goingAway: 1001,
  failed: 1011,
  badMessage: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  timeout: 4408,
  tooMany: 4429,
} as const;
