/** Most words of a search; further ones are ignored. */
const MAX_WORDS = 8;

/** A search as it is stored: lower case, single spaces. */
export const normalised = (text: string): string => text.trim().toLowerCase().replace(/\s+/gu, " ");

const searchedWords = (text: string): string[] =>
  text
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, MAX_WORDS);

/**
 * The words of a search as an FTS5 expression that finds every row in which each of them begins a word; null without any.
 * In quotes nothing has a meaning for FTS5 but the quote itself, so a search can neither break it nor use its operators.
 * PostgreSQL's `search_query` reads the same expression, as the words that are in it.
 */
export function ftsQuery(text: string): string | null {
  const words = searchedWords(text);
  if (words.length === 0) return null;
  return words.map((word) => `"${word.replaceAll('"', '""')}"*`).join(" ");
}

/** Text that looks like an e-mail address or a wallet identifies somebody, so it isn't stored. */
export const withoutAddresses = (text: string): string =>
  text.replace(/\S+@\S+/gu, "(e-mail)").replace(/\b[gcms][a-z2-7]{55}\b/giu, "(wallet)");

export interface TextPart {
  text: string;
  match: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+/gu;

/** A text without case and accents, which don't matter in a search. */
const folded = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Splits a text into parts, marking its words that begin with a searched one: clients need no markup inside text that others wrote. */
export function partsOf(text: string, q: string): TextPart[] {
  const searched = folded(searchedWords(q).join(" ")).match(WORD) ?? [];
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!searched.some((beginning) => folded(word).startsWith(beginning))) continue;
    parts.push({ text: text.slice(end, index), match: false }, { text: word, match: true });
    end = index + word.length;
  }
  parts.push({ text: text.slice(end), match: false });
  return parts.filter((part) => part.text !== "");
}
