/** Words beyond these are ignored. */
const MAX_WORDS = 8;

/** As stored: lower case, single spaces. */
export const normalised = (text: string): string => text.trim().toLowerCase().replace(/\s+/gu, " ");

/**
 * The words of a search as an FTS5 expression that finds every row in which each of them begins a word; null without any.
 * In quotes nothing has a meaning for FTS5 but the quote itself, so a search can neither break it nor use its operators.
 */
export function ftsQuery(text: string): string | null {
  const words = text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_WORDS)
    .map((word) => `"${word.replaceAll('"', '""')}"*`)
    .join(" ");
}

/** Text that looks like an e-mail address or a wallet identifies somebody, so it isn't stored. */
export const withoutAddresses = (text: string): string =>
  text.replace(/\S+@\S+/gu, "(e-mail)").replace(/\b[gcms][a-z2-7]{55}\b/giu, "(wallet)");

/** Marks around matches: private-use characters, which nobody types. */
export const MARKS = { from: "\ue000", to: "\ue001" } as const;

export interface TextPart {
  text: string;
  match: boolean;
}

/** Splits a marked text into parts, so that clients need no markup inside text that others wrote. */
export function partsOf(marked: string): TextPart[] {
  return marked
    .split(/\ue000([^\ue001]*)\ue001/u)
    .map((text, index) => ({ text, match: index % 2 === 1 }))
    .filter(({ text }) => text !== "");
}
