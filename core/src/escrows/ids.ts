// Release 0.2.0 of the contract numbered escrows. Since then such an id is the number, big-endian, after 24 zero bytes.

const ZEROS = "0".repeat(48);

/** The id that an event names, hex; undefined if it names none. */
export function contractId(named: unknown): string | undefined {
  if (typeof named !== "string") return undefined;
  if (/^\d{1,20}$/.test(named)) return BigInt(named).toString(16).padStart(64, "0");
  return /^[0-9a-f]{64}$/.test(named) ? named : undefined;
}

/** The number that an event of that release has in place of this id. */
export const numberIn = (id: string): string | undefined =>
  id.startsWith(ZEROS) ? String(BigInt(`0x${id}`)) : undefined;
