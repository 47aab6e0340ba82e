import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { amount } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { Redrive } from "./redrive.tsx";

export function DeadLetters() {
  const { asset } = useConfig();
  return (
    <Page title="Dead letters">
      <Card>
        <p className="flat">Rewards that failed after all attempts. Mend what the reason names, and try them again.</p>
        <List
          endpoint="GET /rewards/dead-letters"
          caption="Dead letters"
          keyOf={({ id }) => id}
          empty="There are none: no reward has used up its attempts."
          columns={[
            {
              title: "Issuance",
              cell: ({ issuance: { id } }) => (
                <Link to="/merchant/issuances/$id" params={{ id: String(id) }}>
                  {id}
                </Link>
              ),
            },
            { title: "Failed", cell: ({ failed_at }) => <Time at={failed_at} /> },
            {
              title: "Wallet",
              cell: ({ issuance: { wallet_address } }) =>
                wallet_address && <Copyable value={wallet_address} label="the wallet's address" />,
            },
            {
              title: "Amount",
              isNumber: true,
              cell: ({ issuance }) => (issuance.amount === null ? "unknown" : amount(issuance.amount, asset.code)),
            },
            { title: "Reason", cell: ({ reason }) => reason },
            { title: "Redrive", cell: ({ issuance: { id } }) => <Redrive id={id} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
