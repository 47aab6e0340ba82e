/** A line of a list of rewards; `key` if its author gave one. */
interface Line {
  wallet_address: string;
  amount: string;
  key?: string | undefined;
}

/**
 * The idempotency keys of a list: a line's own, or one from the campaign, the whole list and the line's place. So a list is paid
 * once, however often and from wherever it is sent; a list that was changed counts as another one.
 */
export async function listKeys(campaignId: number, lines: readonly Line[]): Promise<string[]> {
  const content = lines.map(({ wallet_address, amount, key = "" }) => `${wallet_address},${amount},${key}`).join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(content));
  const list = [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return lines.map(({ key }, index) => key || `list:${campaignId}:${list}:${index + 1}`);
}
