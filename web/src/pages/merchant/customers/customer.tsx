import { Link, useParams } from "@tanstack/react-router";
import { api, LIVE, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action } from "../../../ui/form.tsx";
import { amount, count, short } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, Facts, Shown, Status, TextField, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

/** Shows what the merchant knows of a wallet that it paid. */
export function Customer() {
  const { asset } = useConfig();
  const { address } = useParams({ from: "/merchant/customers/$address" });
  const balances = useCall("nobody", "POST /trustline/verify", { body: { wallet_address: address } }, LIVE);
  const points = useCall("nobody", "GET /users/:wallet_address/points", { params: { wallet_address: address } }, LIVE);
  const self = useCall("merchant", "GET /merchants/me", undefined, { staleTime: 60_000 });
  return (
    <Page title={`Customer ${short(address)}`} actions={<Award address={address} />}>
      <div className="grid">
        <Card title="Wallet">
          <Shown of={balances}>
            {(held) => (
              <Facts
                of={[
                  ["Address", <Copyable key="address" value={address} label="the wallet's address" />],
                  [
                    "Holds",
                    held.exists ? amount(held.balance, asset.code) : `no ${asset.code}: it has no trustline yet`,
                  ],
                ]}
              />
            )}
          </Shown>
        </Card>
        <Card title="Points">
          <Shown of={points}>
            {({ balances }) => (
              <p className="big flat">
                {count(balances.find(({ merchant_id }) => merchant_id === self.data?.id)?.points ?? 0)}
              </p>
            )}
          </Shown>
        </Card>
      </div>
      <Card title="Rewards">
        <List
          endpoint="GET /rewards/issuances"
          request={{ query: { wallet_address: address } }}
          caption={`Rewards of ${short(address)}`}
          keyOf={({ id }) => id}
          empty="You have issued no reward to this wallet."
          columns={[
            {
              title: "Issuance",
              cell: ({ id }) => (
                <Link to="/merchant/issuances/$id" params={{ id: String(id) }}>
                  {id}
                </Link>
              ),
            },
            { title: "Issued", cell: ({ created_at }) => <Time at={created_at} /> },
            {
              title: "Amount",
              isNumber: true,
              cell: (row) => (row.amount === null ? "" : amount(row.amount, asset.code)),
            },
            { title: "Status", cell: ({ status }) => <Status value={status} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

const Award = ({ address }: { address: string }) => (
  <Action
    title="Award points"
    what="Points go to the user who has linked this wallet."
    run={async ({ points, reason }, idempotencyKey) => {
      const body = { wallet_address: address, points: Number(points), ...(reason && { reason }) };
      return (await api.merchant.call("POST /points/award", { body, idempotencyKey })).body;
    }}
  >
    {(errors) => (
      <div className="fields">
        <TextField
          label="Points"
          name="points"
          type="number"
          min={1}
          required
          error={errors.points ?? errors.wallet_address}
        />
        <TextField label="Reason (optional)" name="reason" error={errors.reason} />
      </div>
    )}
  </Action>
);
