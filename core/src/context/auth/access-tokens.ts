import jwt from "jsonwebtoken";
import { z } from "zod";
import type { Clock } from "../../base/clock.ts";
import { fromSeconds, toSeconds } from "../../base/days.ts";
import type { NetworkName, Settings } from "../../base/settings/settings.ts";
import type { Auth } from "./auth.ts";

// Access tokens are signed and checked in one place, so that the two always agree.

const ALGORITHM = "HS256" as const;
const ISSUER = "merit";

/** A token of one network is invalid on another, even if both have the same key. */
const audienceOf = (network: NetworkName) => `merit:${network}`;

/** The caller, and the session: if it ends, the token ends too. */
export interface AccessClaims {
  userId: number;
  sessionId: number;
}

interface VerifiedClaims extends AccessClaims {
  expiresAt: Date;
}

const shape = z.object({
  sub: z.string().regex(/^[1-9]\d{0,15}$/),
  sid: z.int().min(1),
  exp: z.int(),
});

interface Verifier {
  auth: Auth;
  settings: Settings;
  clock: Clock;
}

export function signAccessToken({ auth, clock, settings }: Verifier, { userId, sessionId }: AccessClaims): string {
  const issuedAt = toSeconds(clock.now());
  return jwt.sign({ sid: sessionId, iat: issuedAt }, auth.keys.jwtSecrets[0], {
    algorithm: ALGORITHM,
    issuer: ISSUER,
    audience: audienceOf(settings.network),
    subject: String(userId),
    expiresIn: settings.auth.accessTokenSeconds,
  });
}

/**
 * Checks of every verifier (koa-jwt for HTTP, and `verifyAccessToken`). We name the algorithm, never the token. `readAccessClaims`
 * checks the time, by the clock that the token was signed by.
 */
export const accessTokenChecks = ({ auth, settings }: Omit<Verifier, "clock">) => ({
  secret: [...auth.keys.jwtSecrets],
  algorithms: [ALGORITHM],
  issuer: ISSUER,
  audience: audienceOf(settings.network),
  ignoreExpiration: true,
});

/** Claims of a token that is ours and valid now, for WebSocket messages. */
export function verifyAccessToken(context: Verifier, token: string): VerifiedClaims | undefined {
  const { secret: keys, ...checks } = accessTokenChecks(context);
  for (const key of keys) {
    try {
      return readAccessClaims(context, jwt.verify(token, key, checks));
    } catch {
      // Perhaps it was signed with the key before.
    }
  }
  return undefined;
}

/** The claims of a verified token; undefined if they aren't ours, or it has expired. */
export function readAccessClaims({ clock }: Pick<Verifier, "clock">, payload: unknown): VerifiedClaims | undefined {
  const { data } = shape.safeParse(payload);
  const expiresAt = fromSeconds(data?.exp ?? 0);
  if (!data || expiresAt <= clock.now()) return undefined;
  return { userId: Number(data.sub), sessionId: data.sid, expiresAt };
}
