export type UserOrMerchant = "user" | "merchant";

/** User or merchant who gets a mail. */
export interface Reader {
  kind: UserOrMerchant;
  id: number;
}

/** Reader of a mail. Without a user it is the merchant; null if there is neither. */
export function readerOf({
  user_id,
  merchant_id,
}: {
  user_id: number | null;
  merchant_id: number | null;
}): Reader | null {
  if (user_id !== null) return { kind: "user", id: user_id };
  return merchant_id === null ? null : { kind: "merchant", id: merchant_id };
}
