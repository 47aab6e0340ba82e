import { z } from "zod";

/** The only message of a client: its access token, first of all and again before it expires. */
export const authMessage = z.strictObject({ type: z.literal("auth"), token: z.string() });

/** Why a connection was closed: 1001 and 1009 are the protocol's own, those from 4000 ours. */
export const closeCodes = {
  goingAway: 1001,
  badMessage: 4400,
  unauthorized: 4401,
  authTimeout: 4408,
  tooMany: 4429,
} as const;

/** Far more than an access token needs. A larger message closes the connection with 1009. */
export const MAX_MESSAGE_BYTES = 4096;

/** @returns undefined for anything but an auth message */
export function readAuthMessage(text: string): z.infer<typeof authMessage> | undefined {
  try {
    return authMessage.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
