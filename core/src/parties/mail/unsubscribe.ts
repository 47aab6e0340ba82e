import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { AuthKeys } from "../../context/auth/keys.ts";
import type { Store } from "../../store/db/store.ts";
import { mailboxOf, setPreferences } from "./preferences.ts";
import type { Reader } from "./reader.ts";
import { type Topic, topicsOf } from "./topics.ts";

// Links that end one kind of mail without a login (RFC 8058). Their tokens are made of a key that isn't in the database, so none is
// stored, and they work as long as the reader has the address that the mail went to.

type Keys = Pick<AuthKeys, "webhookSeed" | "previous">;

/** The mails that a link ends: one topic for one reader. */
export interface Subscription {
  reader: Reader;
  topic: Topic;
}

const letters = { user: "u", merchant: "m" } as const;

function macOf({ webhookSeed }: Pick<Keys, "webhookSeed">, { reader, topic }: Subscription, email: string): string {
  const key = Buffer.from(hkdfSync("sha256", webhookSeed, Buffer.alloc(0), "unsubscribe links", 32));
  const content = [letters[reader.kind], reader.id, topic, email].join("\n");
  return createHmac("sha256", key).update(content).digest("base64url");
}

export const PATH = "/unsubscribe";

/** Path of the link of a mail to this address. */
export function unsubscribePath(keys: Keys, subscription: Subscription, email: string): string {
  const { reader, topic } = subscription;
  return `${PATH}/${topic}.${letters[reader.kind]}${reader.id}.${macOf(keys, subscription, email)}`;
}

const SHAPE = /^([a-z]+)\.([um])([1-9]\d{0,14})\.([\w-]{43})$/;

/** The subscription that a token ends; undefined if it isn't one of ours, or its reader has another address now. */
export async function subscriptionOf(store: Store, keys: Keys, token: string): Promise<Subscription | undefined> {
  const [, topic = "", letter, id, mac = ""] = SHAPE.exec(token) ?? [];
  const kind = letter === letters.user ? "user" : "merchant";
  if (!Object.hasOwn(topicsOf(kind), topic)) return undefined;
  const subscription = { reader: { kind, id: Number(id) } as const, topic: topic as Topic };
  const mailbox = await mailboxOf(store, subscription.reader);
  if (!mailbox || mailbox.email === null) return undefined;
  const { email } = mailbox;
  const isOurs = [keys, ...(keys.previous ? [keys.previous] : [])].some((each) =>
    timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(each, subscription, email))),
  );
  return isOurs ? subscription : undefined;
}

/** Ends the mails; a repeat changes nothing. */
export async function unsubscribe(store: Store, { reader, topic }: Subscription): Promise<void> {
  await setPreferences(store, reader, { [topic]: false });
}
