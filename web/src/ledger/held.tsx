import { fromStroops } from "@merit/client/money.ts";
import { useConfig } from "../config.ts";
import { amount } from "../ui/format.ts";
import { Copyable, Table } from "../ui/ui.tsx";
import { type Balances, useBalances } from "./accounts.ts";

/** An account's balance of XLM or of the reward asset, once it is known. */
export function heldText(balances: Balances | undefined, of: keyof Balances): string {
  if (!balances) return "…";
  const value = balances[of];
  if (value === null) return of === "xlm" ? "no account" : "no trustline";
  return amount(fromStroops(value));
}

/** The accounts of the deployment, and the XLM that they have left. */
export function DeploymentAccounts() {
  const { accounts } = useConfig();
  const { data } = useBalances(Object.values(accounts));
  return (
    <Table
      caption="Accounts of this deployment"
      rows={Object.entries(accounts)}
      keyOf={([role]) => role}
      empty="The deployment names no accounts."
      columns={[
        { title: "Role", cell: ([role]) => role },
        { title: "Address", cell: ([, address]) => <Copyable value={address} /> },
        { title: "XLM", isNumber: true, cell: ([, address]) => heldText(data?.get(address), "xlm") },
      ]}
    />
  );
}
