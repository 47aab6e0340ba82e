/** Bytes in hexadecimal digits. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Digits that nobody has used before. Pages by plain http from another machine have no crypto.randomUUID. */
export const newKey = (): string => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/** SHA-256 of a text, in hexadecimal digits. */
export async function hashOf(text: string): Promise<string> {
  if (!isSecureContext)
    throw new Error("A browser can't hash in pages by plain http from another machine. Open this page by https.");
  return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));
}
