import { createHash, createHmac } from "node:crypto";
import { validationFailed } from "@merit/core/base/errors.ts";
import type { Context } from "@merit/core/context/context.ts";
import type { Store } from "@merit/core/store/db/store.ts";
import { idempotencyKeyReused } from "@merit/core/store/idempotency/problems.ts";
import * as records from "@merit/core/store/idempotency/store.ts";
import type { Answer, Call } from "./route.ts";

const SHAPE = /^[\x21-\x7e]{1,255}$/;

/** @throws Problem 422 if the header can't be a key */
export function idempotencyKeyOf(header: string | undefined): string | null {
  if (header === undefined) return null;
  if (SHAPE.test(header)) return header;
  const message = "must be 1 to 255 visible ASCII characters without spaces, such as a UUID";
  throw validationFailed([{ field: "Idempotency-Key", message }]);
}

/** The key of a call that must not be carried out twice. @throws Problem 422 without one */
export function requiredKey(key: string | null): string {
  if (key !== null) return key;
  const message = "is required, so that a repeat doesn't count twice";
  throw validationFailed([{ field: "Idempotency-Key", message }]);
}

export interface Request {
  /** The caller whose key it is: keys of different callers never collide. Null: an unknown caller. */
  scope: string | null;
  key: string | null;
  route: string;
  body: unknown;
}

type Commit = Call<"none", unknown, unknown, unknown>["commit"];

/** A request under its Idempotency-Key. */
export interface Once {
  /**
   * The answer to an earlier such request; undefined if there was none. Read before anything else: what has changed
   * since (a transaction that landed, a node that is down) is no reason to refuse a repeat.
   * @throws Problem 422 if the key was used for something else
   */
  repeated(): Promise<Answer | undefined>;
  /** `Call.commit`: see there. */
  commit: Commit;
}

export function once({ db, clock, auth }: Context, request: Request): Once {
  const { key, route } = request;
  if (key === null) return { repeated: async () => undefined, commit: (unit) => db.commit(unit) };
  const body_hash = hashOf(request.body, auth.keys.jwtSecrets[0]);
  // Anonymous callers are distinguished by their requests, so that nobody's key can be used up by somebody else.
  const scope = request.scope ?? `${route} ${body_hash}`;
  const kept = async (store: Store): Promise<Answer | undefined> => {
    const known = await records.find(store, scope, key);
    if (!known) return undefined;
    if (known.route !== route || known.body_hash !== body_hash) throw idempotencyKeyReused();
    return { status: known.status, body: known.response, headers: { "Idempotency-Replayed": "true" } };
  };
  const keep = (store: Store, answer: Answer) => {
    // The column can't be null: an answer without a body is stored as an empty text, and sent as one.
    const response = ("repeat" in answer ? answer.repeat : answer.body) ?? "";
    return records.insert(store, {
      scope,
      key,
      route,
      body_hash,
      status: answer.status,
      response,
      created_at: clock.now(),
    });
  };
  return {
    repeated: () => db.read(kept),
    commit: (unit) =>
      db.commit(async (store) => {
        // The first of several concurrent repeats is carried out.
        const earlier = await kept(store);
        if (earlier) return earlier;
        const answer = await unit(store);
        await keep(store, answer);
        return answer;
      }),
  };
}

/**
 * Passwords are chosen by people and could be guessed from a plain hash in the database, so they are hashed with a key of the service. They
 * do count: otherwise a stranger who knows an address would be shown the answer to its owner's registration.
 */
const GUESSABLE = new Set(["password", "current_password"]);

/** SHA-256 over the body with sorted names: the order of fields is not part of a request. */
function hashOf(body: unknown, key: Buffer): string {
  const sorted = (name: string, value: unknown) => {
    if (GUESSABLE.has(name))
      return createHmac("sha256", key)
        .update(`merit password\0${JSON.stringify(value)}`)
        .digest("hex");
    return value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  };
  return createHash("sha256")
    .update(JSON.stringify(body ?? null, sorted))
    .digest("hex");
}
