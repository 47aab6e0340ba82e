import type { Settings } from "@merit/bindings/governance";
import { LEDGERS_PER_DAY } from "../../base/days.ts";
import { formatAmount } from "../../base/money.ts";
import type { ContractName } from "../../ledger/chain/bindings.ts";
import { toJson } from "../../ledger/chain/json.ts";

// Proposed calls in plain words. Values come from the ledger and have the types of the function, but may be anything of them.

interface Known {
  contract: ContractName;
  function: string;
  /** Values by the names of the function's arguments, in order. */
  values: ReadonlyMap<string, unknown>;
  /** Governance's own address. */
  self: string;
  /** An address with the name that the deployment has for it. */
  named: (address: string) => string;
}

/** Arguments that name the acting account. */
const ACTORS = ["operator", "caller", "guardian"];

const ADDRESS = /^[GC][A-Z2-7]{55}$/;

export function wordsOf(call: Known): string {
  const words = (phrases[`${call.contract}.${call.function}`] ?? phrases[call.function] ?? plainCall)(
    reader(call),
    call,
  );
  const actor = ACTORS.map((name) => call.values.get(name)).find((value) => value !== undefined);
  if (actor === undefined || actor === call.self) return `${words}.`;
  return `${words}. It would fail: it names ${call.named(String(actor))} as the acting account, and a vote acts only as governance.`;
}

type Phrase = (read: ReturnType<typeof reader>, call: Known) => string;

/** Phrases by contract and function, or by a function that means the same in every contract. */
const phrases: Record<string, Phrase> = {
  "pool.set_limit": ({ value, tokens }) => {
    const merchant = value("merchant");
    const whose = merchant === undefined || merchant === null ? "all merchants together" : `merchant ${merchant}`;
    return `Set the pool's limit for ${whose} to ${tokens("limit")} in 24 hours (a cut acts at once; a raise waits until its delay has passed and somebody calls pool.apply_limit)`;
  },
  "token.set_quota": ({ address, tokens }) => `Let ${address("minter")} mint at most ${tokens("daily")} in 24 hours`,
  "admin.grant_role": ({ value, address }) =>
    `Give the role "${value("role")}" to ${address("account")}, without an end`,
  "admin.grant_role_until": ({ value, address }) =>
    `Give the role "${value("role")}" to ${address("account")}, until ${time(value("expires_at") as bigint)}`,
  "admin.revoke_role": ({ value, address }) => `Take the role "${value("role")}" from ${address("account")}`,
  "admin.accept_transfer": () =>
    "Make governance the admin of the whole system: from then on only a vote can grant and revoke every role",
  "admin.begin_transfer": ({ address }) =>
    `Announce ${address("new_admin")} as the new admin, who may grant and revoke every role`,
  "admin.cancel_transfer": () => "Cancel the announced change of the admin",
  "admin.announce_upgrade": ({ address, hex }) =>
    `Announce the code whose SHA-256 is ${hex("new_wasm_hash")} for ${address("contract")}, which may use it once the wait of new code is over`,
  "admin.cancel_upgrade": ({ address }) => `Withdraw the code that is announced for ${address("contract")}`,
  "governance.set_settings": ({ value }) =>
    `Change governance's settings to: ${settingsText(value("settings") as Settings)}`,
  "governance.set_class": ({ value, named }) => {
    const {
      target,
      function: name,
      class: level,
    } = value("entry") as { target: string; function: string; class: number };
    return `Require the agreement of the class ${classNames[level] ?? level} for later calls of ${name} of ${named(target)}`;
  },
  "state.pause": () => "Stop the whole system",
  "state.unpause": () => "Let the whole system run again",
  set_fee: ({ value }, { contract }) =>
    `Set ${contract}'s fee to ${percent(Number(value("fee")))}, for what is created from then on`,
  pause: (_read, { contract }) => `Stop ${contract}`,
  unpause: (_read, { contract }) => `Let ${contract} run again`,
  upgrade: ({ hex }, { contract }) =>
    `Replace the code of ${contract} with the code whose SHA-256 is ${hex("new_wasm_hash")}: new code can do anything that ${contract} can`,
  migrate: (_read, { contract }) => `Convert the stored data of ${contract} to the layout of its code`,
};

const plainCall: Phrase = ({ text }, { contract, function: name, values }) => {
  const args = [...values.keys()].filter((name) => !ACTORS.includes(name)).map((name) => `${name} = ${text(name)}`);
  return `Call ${contract}.${name}${args.length > 0 ? ` with ${args.join(", ")}` : ""}`;
};

function reader({ values, named }: Known) {
  const value = (name: string) => values.get(name);
  return {
    value,
    named,
    address: (name: string) => named(String(value(name))),
    tokens: (name: string) => `${formatAmount(value(name) as bigint)} tokens`,
    hex: (name: string) => Buffer.from(value(name) as Uint8Array).toString("hex"),
    text: (name: string) => {
      const json = toJson(value(name));
      return typeof json === "string" && ADDRESS.test(json) ? named(json) : JSON.stringify(json);
    },
  };
}

const classNames = ["Parameter", "Treasury", "Upgrade"];
const percent = (bps: number) => `${bps / 100} %`;

function settingsText({ parameter, treasury, upgrade, ...one }: Settings): string {
  const rules = Object.entries({ parameter, treasury, upgrade }).map(
    ([name, { quorum_bps, threshold_bps }]) =>
      `class ${name}: quorum ${percent(quorum_bps)}, majority ${percent(threshold_bps)}`,
  );
  return [
    `proposals need ${formatAmount(one.proposal_threshold)} votes`,
    `votes begin after ${one.voting_delay} ledgers (${ledgersInDays(one.voting_delay)})`,
    `and last ${one.voting_period} ledgers (${ledgersInDays(one.voting_period)})`,
    `and at least ${one.late_extension} ledgers after the quorum`,
    `won proposals wait ${duration(one.delay)} and may run for ${duration(one.grace)}`,
    `stakes warm up for ${duration(one.warm_up)} and cool down for ${duration(one.cooldown)}`,
    `the quorum is at least ${formatAmount(one.quorum_floor)} votes`,
    ...rules,
    `the veto ends at ${time(one.veto_until)}`,
  ].join("; ");
}

export const ledgersInDays = (ledgers: number) => `about ${Math.round((ledgers / LEDGERS_PER_DAY) * 10) / 10} days`;

const units: [seconds: bigint, name: string][] = [
  [86_400n, "days"],
  [3_600n, "hours"],
  [60n, "minutes"],
];

export function duration(seconds: bigint): string {
  const [length, name] = units.find(([unit]) => seconds >= unit && seconds % unit === 0n) ?? [1n, "seconds"];
  return `${seconds / length} ${name}`;
}

/** The last second that a date can hold. */
const MAX_SECONDS = 8_640_000_000_000n;

export const time = (seconds: bigint) =>
  seconds > MAX_SECONDS ? `second ${seconds}` : new Date(Number(seconds) * 1000).toISOString();
