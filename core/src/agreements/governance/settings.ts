import type { Settings } from "@merit/bindings/governance";
import { ArgumentError } from "../../ledger/contract-calls/arguments.ts";

const CLASSES = ["parameter", "treasury", "upgrade"] as const;

/**
 * The settings with some of them changed, such as `warm_up` or `upgrade.quorum_bps`. The contract checks their bounds when the
 * proposal is executed.
 * @throws ArgumentError
 */
export function changedSettings(present: Settings, changes: ReadonlyMap<string, string>): Settings {
  const { parameter, treasury, upgrade, ...single } = present;
  const classes = Object.entries({ parameter, treasury, upgrade }).flatMap(([name, rules]) =>
    Object.entries(rules).map(([rule, value]): [string, number] => [`${name}.${rule}`, value]),
  );
  const flat = new Map<string, number | bigint>([...Object.entries(single), ...classes]);
  for (const [name, text] of changes) {
    const before = flat.get(name);
    if (before === undefined)
      throw new ArgumentError(`there is no setting "${name}"; there are ${[...flat.keys()].join(", ")}`);
    if (!/^\d{1,19}$/.test(text))
      throw new ArgumentError(`the setting "${name}" must be a whole number, such as ${before}`);
    flat.set(name, typeof before === "bigint" ? BigInt(text) : Number(text));
  }
  const rulesOf = (name: string) =>
    Object.fromEntries(["quorum_bps", "threshold_bps"].map((rule) => [rule, flat.get(`${name}.${rule}`)]));
  const settings = Object.fromEntries([...flat].filter(([name]) => !name.includes(".")));
  return { ...settings, ...Object.fromEntries(CLASSES.map((name) => [name, rulesOf(name)])) } as unknown as Settings;
}
