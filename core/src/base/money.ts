/** 1 token = 10,000,000 stroops: Stellar assets have seven decimals. */
const DECIMALS = 7;
const SCALE = 10n ** BigInt(DECIMALS);

/** Largest amount the ledger keeps in a trustline (i64), in stroops. */
export const MAX_STROOPS = 2n ** 63n - 1n;

const MAX_WHOLE_DIGITS = 12;

const SHAPE = /^(0|[1-9]\d*)(?:\.(\d+))?$/;

/** Why a text is not an amount; the message is fit for the caller to read. */
export class AmountError extends RangeError {
  override name = "AmountError";
}

/**
 * Decimal text to stroops: `"12.5"` -> `125000000n`. Plain digits and at most seven decimals, above zero, at most i64.
 * @throws AmountError
 */
export function parseAmount(text: string): bigint {
  const match = SHAPE.exec(text);
  if (!match)
    throw new AmountError('must be a decimal string such as "12.5": digits and one point, no sign or exponent');
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > DECIMALS)
    throw new AmountError(`has ${fraction.length} decimals: at most ${DECIMALS} are allowed`);
  // A number with a million digits would take long to make.
  const isLong = whole.length > MAX_WHOLE_DIGITS;
  const stroops = isLong ? MAX_STROOPS + 1n : BigInt(whole) * SCALE + BigInt(fraction.padEnd(DECIMALS, "0"));
  if (stroops === 0n) throw new AmountError("must be greater than 0");
  if (stroops > MAX_STROOPS) throw new AmountError(`must be at most ${formatAmount(MAX_STROOPS)}`);
  return stroops;
}

/** Message about an amount that this service pays nobody, since each payment costs it a fee. */
export const atLeast = (minimum: bigint) => `must be at least ${formatAmount(minimum)}, the minimum reward`;

/** Stroops to decimal text without exponent or trailing zeros: `125000000n` -> `"12.5"`. */
export function formatAmount(stroops: bigint): string {
  const sign = stroops < 0n ? "-" : "";
  const digits = (stroops < 0n ? -stroops : stroops).toString().padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${sign}${digits.slice(0, -DECIMALS)}${fraction && `.${fraction}`}`;
}
