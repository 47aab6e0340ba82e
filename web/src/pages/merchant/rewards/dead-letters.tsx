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
          endpoint="GET /rewards/issuances"
          request={{ query: { dead_letter: true } }}
          caption="Dead letters"
          keyOf={({ id }) => id}
          empty="There are none: no reward has used up its attempts."
          columns={[
            {
              title: "Issuance",
              cell: ({ id }) => (
                <Link to="/merchant/issuances/$id" params={{ id: String(id) }}>
                  {id}
                </Link>
              ),
            },
            { title: "Failed", cell: ({ updated_at }) => <Time at={updated_at} /> },
            {
              title: "Wallet",
              cell: ({ wallet_address }) =>
                wallet_address && <Copyable value={wallet_address} label="the wallet's address" />,
            },
            {
              title: "Amount",
              isNumber: true,
              cell: (row) => (row.amount === null ? "unknown" : amount(row.amount, asset.code)),
            },
            { title: "Reason", cell: ({ error_message }) => error_message },
            { title: "Redrive", cell: ({ id }) => <Redrive id={id} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
