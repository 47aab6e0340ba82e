import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { amount, count, short } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

export function Customers() {
  const { asset } = useConfig();
  return (
    <Page title="Customers">
      <Card>
        <List
          endpoint="GET /merchants/me/customers"
          caption="Customers"
          keyOf={({ wallet_address }) => wallet_address}
          empty="Nobody has got a reward yet. Issue one, and its wallet appears here."
          columns={[
            {
              title: "Wallet",
              cell: ({ wallet_address }) => (
                <Link to="/merchant/customers/$address" params={{ address: wallet_address }}>
                  {short(wallet_address)}
                </Link>
              ),
            },
            { title: "Name", cell: ({ display_name }) => display_name },
            { title: "Rewards", isNumber: true, cell: ({ rewards }) => count(rewards) },
            { title: "Paid", isNumber: true, cell: (row) => amount(row.amount, asset.code) },
            { title: "Newest reward", cell: ({ last_issued_at }) => <Time at={last_issued_at} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
