// The defaults of a deployment, from its code: terms, settings of governance, roles.
import { Class } from "@merit/bindings/governance";
import { LEDGERS_PER_DAY } from "../../../core/src/base/days.ts";
import { contractNames } from "../../../core/src/ledger/chain/bindings.ts";
import { networks } from "../../../core/src/ledger/chain/networks.ts";
import { classTable, initialSettings } from "../../../core/src/ledger/deploy/governance.ts";
import { assignments } from "../../../core/src/ledger/deploy/roles.ts";
import { defaultTerms, mintQuotaFor } from "../../../core/src/ledger/deploy/terms.ts";
import { codes } from "./page.ts";
import { table } from "./spec-markdown.ts";

const DAY = 86_400n;

const tokens = (stroops: bigint) => `${(stroops / 10_000_000n).toLocaleString("en-US")} tokens`;
const hours = (seconds: bigint) => `${seconds / 3_600n} hours`;
const days = (seconds: bigint) => `${seconds / DAY} days`;
const ledgerDays = (ledgers: number) => (ledgers === LEDGERS_PER_DAY ? "1 day" : `${ledgers / LEDGERS_PER_DAY} days`);
const percent = (bps: number) => `${bps / 100} %`;
const rules = (of: { quorum_bps: number; threshold_bps: number }) =>
  `quorum ${percent(of.quorum_bps)}, majority ${percent(of.threshold_bps)}`;

const ids = (of: (name: string) => string) =>
  Object.fromEntries(contractNames.map((name) => [name, of(name)])) as Parameters<typeof classTable>[0]["ids"];

function votesOn(wanted: Class): string {
  const listed = classTable({ ids: ids((name) => name) }).filter((entry) => entry.class === wanted);
  const calls = listed.map((entry) => `\`${entry.target}.${entry.function}\``);
  return calls.length === 0 ? "no call, until a vote assigns one" : `votes on ${calls.join(", ")}`;
}

/** Value and meaning by name. */
export function terms(): Map<string, { value: string; meaning: string }> {
  const { cap, initialSupply, poolLimit, merchantLimit, limitRaiseDelay, handoverDelay, upgradeDelay, dropDelay } =
    defaultTerms;
  const s = initialSettings(0n);
  const rows: [name: string, value: string, meaning: string][] = [
    ["cap", tokens(cap), "the most that may ever exist"],
    ["initialSupply", tokens(initialSupply), "minted to the treasury"],
    ["mintQuota", tokens(mintQuotaFor(initialSupply)), "the most that the treasury may mint per rolling 24 h"],
    ["poolLimit", tokens(poolLimit), "the most that may leave the pool per rolling 24 h"],
    ["merchantLimit", tokens(merchantLimit), "the same, for a merchant without its own limit"],
    ["limitRaiseDelay", hours(limitRaiseDelay), "wait before such a limit is raised"],
    ["handoverDelay", hours(handoverDelay), "wait before a new admin of the system takes over"],
    [
      "upgradeDelay",
      hours(upgradeDelay),
      "wait before announced code of a contract may be used; 0 on `local` and `quickstart`",
    ],
    ["dropDelay", hours(dropDelay), "wait from a drop's creation to its opening, at least; 0 on `local`"],
    ["proposal_threshold", tokens(s.proposal_threshold), "stake needed to make a proposal"],
    ["quorum_floor", tokens(s.quorum_floor), "lowest quorum of any vote"],
    ["warm_up", days(s.warm_up), "wait before staked tokens can get votes"],
    ["voting_delay", ledgerDays(s.voting_delay), "time from a proposal to its vote"],
    ["voting_period", ledgerDays(s.voting_period), "length of a vote"],
    ["late_extension", ledgerDays(s.late_extension), "shortest time left after a vote reaches its quorum"],
    ["delay", days(s.delay), "wait between a won vote and its execution"],
    ["grace", days(s.grace), "time in which it can then be executed"],
    ["cooldown", days(s.cooldown), "wait before unstaked tokens can be withdrawn"],
    ["veto_until", days(s.veto_until), "time after the deployment in which the guardian may veto"],
    ["parameter", rules(s.parameter), votesOn(Class.Parameter)],
    ["treasury", rules(s.treasury), votesOn(Class.Treasury)],
    ["upgrade", rules(s.upgrade), "votes on everything else"],
  ];
  return new Map(rows.map(([name, value, meaning]) => [name, { value, meaning }]));
}

export const termsTable = () =>
  table(
    ["term", "default", "what it is"],
    [...terms()].map(([name, { value, meaning }]) => [`\`${name}\``, value, meaning]),
  );

/** Roles and their holders, where money is real (`mainnet`) or not. */
function grants(network: "mainnet" | "local"): [role: string, holder: string][] {
  const signer = (role: string) => ({ publicKey: `key \`${role}\`` });
  const keys = { signer, channels: () => [] } as unknown as Parameters<typeof assignments>[0]["keys"];
  const deployer = keys.signer("deployer");
  return assignments({ facts: networks[network], ids: ids((name) => `contract \`${name}\``), keys, deployer });
}

const rolesOf = (holder: string, network: "mainnet" | "local") =>
  grants(network).flatMap(([role, who]) => (who === holder ? [role] : []));

export function rolesTable(): string {
  const list = (roles: string[]) => roles.map((role) => `\`${role}\``).join(", ");
  const rows = [...new Set(grants("local").map(([, holder]) => holder))].map((holder) => {
    const held = rolesOf(holder, "mainnet");
    return [holder, list(held), list(rolesOf(holder, "local").filter((role) => !held.includes(role)))];
  });
  return table(["holder", "roles", "further roles on `local` and `quickstart`"], rows);
}

/** Sections `### key` of a text that say "it holds `role`, ..." of other roles than the key gets on public networks. */
export function checkHolders(text: string): string[] {
  return text.split(/^### /m).flatMap((part) => {
    const key = part.split("\n", 1)[0] ?? "";
    const held = rolesOf(`key \`${key}\``, "mainnet");
    const [sentence = ""] = /\b[Ii]t\s+holds[^.]*\./.exec(part) ?? [];
    const said = codes(sentence);
    const same = said.length === held.length && held.every((role) => said.includes(role));
    return same || (held.length === 0 && sentence === "")
      ? []
      : [`the key ${key} holds ${held.join(", ") || "no role"}`];
  });
}

/** Terms that a text quotes, such as "`poolLimit` (5 tokens)", with another value than the code's. */
export function checkTerms(text: string): string[] {
  const known = terms();
  return [...text.matchAll(/`(\w+)` \(([^)]+)\)/g)].flatMap(([quote, name = "", value]) => {
    const term = known.get(name);
    return term && term.value !== value ? [`${quote} should be ${term.value}`] : [];
  });
}
