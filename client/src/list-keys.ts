/** A line of a list of rewards; `key` if its author gave one. */
export interface KeyedLine {
  wallet_address: string;
  amount: string;
  key?: string | undefined;
}

/**
 * The idempotency keys of a list: a line's own, or one from the campaign, the round, the wallet, the amount, and how many equal lines
 * come before it. So a line keeps its key while others are corrected, added, removed or moved, whatever the file's name is, and a
 * wallet that stands twice in a list is paid twice. A round pays the same lines once more.
 */
export function listKeys(campaignId: number, lines: readonly KeyedLine[], round?: string): string[] {
  const equal = new Map<string, number>();
  const prefix = round === undefined ? `list:${campaignId}` : `list:${campaignId}:${round}`;
  return lines.map(({ wallet_address, amount, key }) => {
    if (key) return key;
    const line = `${prefix}:${wallet_address}:${plain(amount)}`;
    const count = (equal.get(line) ?? 0) + 1;
    equal.set(line, count);
    return `${line}:${count}`;
  });
}

/** The same for 1, 1.0 and 1.00. */
const plain = (amount: string) => (amount.includes(".") ? amount.replace(/\.?0+$/, "") : amount);

/** True if the text can be the name of a round. */
export const isRound = (text: string): boolean => /^[A-Za-z0-9._-]{1,60}$/.test(text);
