import type { BodyOf, RowOf } from "@merit/client/types.ts";
import { record } from "../output.ts";
import type { Session } from "../session.ts";

export type Referral = BodyOf<"GET /referrals/:id">;
export type Program = RowOf<"GET /referral-programs">;
export type ShownProgram = BodyOf<"GET /referral-programs/:merchant_id">;
type FundedProgram = NonNullable<ShownProgram["program"]>;
type Asked = BodyOf<"POST /referral-programs">;
type Terms = Omit<Program, "merchant_id" | "status" | "tx_hash" | "created_at" | "updated_at">;

const DAY_SECONDS = 86_400;

const qualification = ({ qualifies_on, min_spend, currency }: Terms) =>
  qualifies_on === "spend" ? `spend of ${min_spend} ${currency}` : (qualifies_on ?? "nothing: set the terms again");

const termLines = (terms: Terms): [string, string | number | null][] => [
  ["Sponsor", terms.sponsor],
  ["Qualifies on", qualification(terms)],
  ["For the referrer", terms.bonus_referrer],
  ["For the newcomer", terms.bonus_newcomer],
  ["Cap of a referrer", terms.referrer_cap],
  ["Budget", terms.budget],
  ["Starts", terms.starts_at],
  ["Ends", terms.ends_at],
  ["Clawback days", terms.clawback_seconds / DAY_SECONDS],
];

const programText = (program: Program & Partial<FundedProgram>) =>
  record([
    ["Merchant", program.merchant_id],
    ["Status", program.status],
    ...termLines(program),
    ["Free", program.funds?.free],
    ["Pending", program.funds?.pending],
    ["Paid", program.funds?.paid],
    ["Next", program.next_steps?.join(", ") || undefined],
    ["Transaction", program.tx_hash],
  ]);

const changeText = (change: NonNullable<ShownProgram["change"]>) =>
  record([["Change", change.status], ["Error", change.error_message ?? undefined], ...termLines(change)]);

/** Prints the programme on the ledger, then the change that is on its way there. */
export function printShown(session: Session, shown: ShownProgram | Asked): void {
  const { program, change } = shown;
  const parts = [program && programText(program), change && changeText(change)].filter((part) => part !== null);
  session.print(shown, () => parts.join("\n"));
  if (parts.length === 0) session.note("There is no programme. See: merit referral set --help");
}

const bonusText = (bonus: Referral["for_newcomer"]) => (bonus ? `${bonus.amount} ${bonus.status}` : "-");

export const referralText = (referral: Referral) =>
  record([
    ["Id", referral.id],
    ["Merchant", referral.merchant_id],
    ["Status", referral.status],
    ["Next status", referral.next_status ?? undefined],
    ["Error", referral.error_message ?? undefined],
    ["Reason", referral.reason ?? undefined],
    ["Newcomer", referral.newcomer],
    ["Referrer", referral.referrer],
    ["For the newcomer", bonusText(referral.for_newcomer)],
    ["For the referrer", bonusText(referral.for_referrer)],
    ["Claimable from", referral.claimable_at],
    ["Expires", referral.expires_at],
    ["Next", referral.next_steps.join(", ") || undefined],
    ["Transaction", referral.tx_hash],
    ["Created", referral.created_at],
  ]);

export const programColumns = [
  { head: "Merchant", value: (row: Program) => row.merchant_id, right: true },
  { head: "Status", value: (row: Program) => row.status },
  { head: "Qualifies on", value: qualification },
  { head: "Newcomer", value: (row: Program) => row.bonus_newcomer, right: true },
  { head: "Referrer", value: (row: Program) => row.bonus_referrer, right: true },
  { head: "Ends", value: (row: Program) => row.ends_at },
];

export const referralColumns = [
  { head: "Id", value: (row: Referral) => row.id, right: true },
  { head: "Merchant", value: (row: Referral) => row.merchant_id, right: true },
  { head: "Status", value: (row: Referral) => row.status },
  { head: "Newcomer", value: (row: Referral) => row.newcomer },
  { head: "Referrer", value: (row: Referral) => row.referrer },
  { head: "For newcomer", value: (row: Referral) => bonusText(row.for_newcomer) },
  { head: "For referrer", value: (row: Referral) => bonusText(row.for_referrer) },
];
