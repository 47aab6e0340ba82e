// Sums of amounts, exactly: in stroops, of which a token has ten million.

const DECIMALS = 7;

/** @throws RangeError for what is no amount */
export function toStroops(amount: string): bigint {
  const [, sign = "", whole = "", fraction = ""] = /^(-?)(\d+)(?:\.(\d{1,7}))?$/.exec(amount) ?? [];
  if (whole === "") throw new RangeError(`"${amount}" is no amount: write it with digits and at most 7 decimals.`);
  return BigInt(sign + whole + fraction.padEnd(DECIMALS, "0"));
}

export function fromStroops(stroops: bigint | string): string {
  const digits = String(stroops).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}
