import type { Redemption } from "../client.ts";
import { record } from "../output.ts";

const cost = ({ points, on_chain }: Redemption) => (on_chain ? `${on_chain.amount} tokens` : `${points} points`);

export const redemptionText = (redemption: Redemption) =>
  record([
    ["Id", redemption.id],
    ["Status", redemption.status],
    ["Next status", redemption.next_status ?? undefined],
    ["Error", redemption.error_message ?? undefined],
    ["Reason", redemption.reason ?? undefined],
    ["User", redemption.user_id],
    ["Item", `${redemption.item_name ?? "-"} (${redemption.item_id ?? "not in the catalogue"})`],
    ["Quantity", redemption.quantity],
    ["Paid", cost(redemption)],
    ["Wallet", redemption.on_chain?.wallet_address],
    ["Reference", redemption.on_chain?.reference],
    ["Transaction", redemption.on_chain?.tx_hash],
    ["Cancellable until", redemption.on_chain?.cancel_until ?? undefined],
    ["Deadline", redemption.on_chain?.deadline],
    ["Possible now", redemption.actions.map(actionText).join("; ") || "nothing"],
    ["Redeemed", redemption.created_at],
  ]);

const actionText = ({ action, until }: Redemption["actions"][number]) =>
  until === null ? action : `${action} until ${until}`;

export const redemptionColumns = [
  { head: "Id", value: (row: Redemption) => row.id, right: true },
  { head: "Status", value: (row: Redemption) => row.status },
  { head: "Item", value: (row: Redemption) => row.item_name },
  { head: "Quantity", value: (row: Redemption) => row.quantity, right: true },
  { head: "Paid", value: cost, right: true },
  { head: "User", value: (row: Redemption) => row.user_id, right: true },
  { head: "Redeemed", value: (row: Redemption) => row.created_at },
  { head: "Cancellable until", value: (row: Redemption) => row.on_chain?.cancel_until },
  { head: "Deadline", value: (row: Redemption) => row.on_chain?.deadline },
  { head: "Possible now", value: (row: Redemption) => row.actions.map(({ action }) => action).join(", ") },
];
