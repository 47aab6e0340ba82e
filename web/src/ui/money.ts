// Sums of amounts, exactly: in stroops, of which a token has ten million.

const DECIMALS = 7;

export function toStroops(amount: string): bigint {
  const [whole = "", fraction = ""] = amount.split(".");
  return BigInt(whole + fraction.padEnd(DECIMALS, "0"));
}

export function fromStroops(stroops: bigint | string): string {
  const digits = String(stroops).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return digits.slice(0, -DECIMALS) + (fraction && `.${fraction}`);
}
