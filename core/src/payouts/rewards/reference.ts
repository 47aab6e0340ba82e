/** Key of a reward that is known only from the contract's mark, until its merchant sends the real key again. */
export const rebuiltKey = (reference: string) => `rebuilt:${reference}`;

/** Key of an issuance's job. */
export const jobKey = (merchantId: number, idempotencyKey: string) => `${merchantId}:${idempotencyKey}`;
