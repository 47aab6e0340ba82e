// Release 0.2.0 of the contract numbered escrows. Since then such an id is the number, big-endian, after 24 zero bytes.

const ZEROS = "0".repeat(48);

/** The number that an event of that release has in place of this id. */
export const numberIn = (id: string): string | undefined =>
  id.startsWith(ZEROS) ? String(BigInt(`0x${id}`)) : undefined;
