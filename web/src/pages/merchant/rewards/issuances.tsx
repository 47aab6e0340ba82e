import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { moment } from "../../../ui/form.tsx";
import { amount } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, SelectField, Status, TextField, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { CampaignField } from "../campaign-field.tsx";

const statuses = ["pending", "confirmed", "failed"] as const;

export function Issuances() {
  const { asset } = useConfig();
  const filter = useConditions();
  const [{ status, from, to, ...same }] = filter;
  const query = {
    ...same,
    status: statuses.find((known) => known === status),
    from: moment(from),
    to: moment(to),
  };
  return (
    <Page
      title="Issuances"
      actions={
        <Link className="Button Button--primary Button--md" to="/merchant/issue">
          Issue rewards
        </Link>
      }
    >
      <Card>
        <Filters of={filter}>
          {(set) => (
            <>
              <SelectField label="Status" name="status" defaultValue={set.status}>
                <option value="">any</option>
                {statuses.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <CampaignField isFilter="any" defaultValue={set.campaign_id} />
              <TextField label="Wallet" name="wallet_address" defaultValue={set.wallet_address} spellCheck={false} />
              <TextField label="Reference" name="idempotency_key" defaultValue={set.idempotency_key} />
              <TextField label="Issued from" name="from" type="datetime-local" defaultValue={set.from} />
              <TextField label="Issued before" name="to" type="datetime-local" defaultValue={set.to} />
            </>
          )}
        </Filters>
        <List
          endpoint="GET /rewards/issuances"
          request={{ query }}
          caption="Issuances"
          keyOf={({ id }) => id}
          empty="No issuance matches. Show all, or issue a reward."
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
            { title: "Reference", cell: ({ idempotency_key }) => <span className="clip">{idempotency_key}</span> },
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
            { title: "Status", cell: (row) => <Status value={row.status} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
