import { Link } from "@tanstack/react-router";
import { useConfig } from "../../config.ts";
import { Gate, UserLogin } from "../../session/login.tsx";
import { useUser } from "../../session/session.ts";
import { amount, short } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Notice, Status, Time } from "../../ui/ui.tsx";
import { Connect } from "../../wallet/connect.tsx";
import { Page } from "../page.tsx";

/** Escrows belong to wallets and not to merchants, so they are shown to the user who has proven the wallet. */
export function Escrows() {
  const { asset } = useConfig();
  return (
    <Page title="Escrow">
      <Gate
        who={useUser()}
        login={
          <div className="stack">
            <Notice tone="primary" title="Escrows belong to wallets">
              An API key has none. Log in with the wallet that is a party of the escrow, and you see it here.
            </Notice>
            <div className="grid">
              <Connect />
              <UserLogin />
            </div>
          </div>
        }
      >
        {() => (
          <Card>
            <List
              as="user"
              endpoint="GET /escrows"
              caption="Escrows of your wallets"
              keyOf={({ id }) => id}
              empty="No wallet of yours is a party of an escrow. A depositor creates one, and names you."
              columns={[
                {
                  title: "Escrow",
                  cell: ({ id }) => (
                    <Link to="/wallet/escrows/$id" params={{ id }}>
                      {short(id)}
                    </Link>
                  ),
                },
                { title: "Status", cell: ({ status }) => <Status value={status} /> },
                { title: "You are", cell: ({ roles }) => roles.join(", ") },
                {
                  title: "Held",
                  isNumber: true,
                  cell: (row) => `${amount(row.held)} of ${amount(row.amount, asset.code)}`,
                },
                {
                  title: "Depositor",
                  cell: ({ depositor }) => <Copyable value={depositor} label="the depositor's address" />,
                },
                {
                  title: "Beneficiary",
                  cell: ({ beneficiary }) => <Copyable value={beneficiary} label="the beneficiary's address" />,
                },
                { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
              ]}
            />
          </Card>
        )}
      </Gate>
    </Page>
  );
}
