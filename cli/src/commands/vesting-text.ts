import type { BodyOf, RowOf } from "@merit/client/types.ts";
import { record } from "../output.ts";

type Row = RowOf<"GET /vesting">;
type Schedule = BodyOf<"GET /vesting/:schedule">;

export type VestingStatus = Row["status"];
export const STATUSES: VestingStatus[] = ["active", "revoked", "finished"];

export const scheduleColumns = [
  { head: "Schedule", value: (row: Row) => row.schedule },
  { head: "Status", value: (row: Row) => row.status },
  { head: "Beneficiary", value: (row: Row) => row.beneficiary },
  { head: "Total", value: (row: Row) => row.total, right: true },
  { head: "Paid", value: (row: Row) => row.released, right: true },
  { head: "Returned", value: (row: Row) => row.refunded, right: true },
  { head: "Granted", value: (row: Row) => row.created_at },
];

export const scheduleText = (schedule: Schedule) =>
  record([
    ["Schedule", schedule.schedule],
    ["Status", schedule.status],
    ["Beneficiary", schedule.beneficiary],
    ["Granted to", schedule.granted_to === schedule.beneficiary ? undefined : schedule.granted_to],
    ["Offered to", schedule.offered_to === null ? undefined : `${schedule.offered_to} until ${schedule.offer_ends_at}`],
    ["Funder", schedule.funder],
    ["Revoker", schedule.revoker ?? "nobody"],
    ["Total", schedule.total],
    ["Vested", schedule.vested],
    ["Paid", schedule.released],
    ["Claimable now", schedule.claimable],
    ["Returned", schedule.revoked_at === null ? undefined : `${schedule.refunded} at ${schedule.revoked_at}`],
    ["Vests from", schedule.linear?.starts_at],
    ["Cliff", schedule.linear?.cliff_at],
    ["Tranches", schedule.tranches?.map(({ at, amount }) => `${amount} at ${at}`).join(", ")],
    ["Next vesting", schedule.next_vesting_at ?? undefined],
    ["Ends", schedule.ends_at],
    ["Possible now", schedule.next_steps.map(stepText).join("; ") || "nothing"],
    ["Transaction", schedule.tx_hash],
  ]);

const stepText = ({ call, until }: Schedule["next_steps"][number]) =>
  `${call}${until === null ? "" : ` until ${until}`}`;
