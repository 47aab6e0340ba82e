import { Link, useParams } from "@tanstack/react-router";
import { api, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { Action } from "../../../ui/form.tsx";
import { amount, count } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, Facts, SelectField, Shown, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

const statuses = ["open", "redeemed", "cancelled", "expired"] as const;

export function VoucherBatch() {
  const { asset } = useConfig();
  const { id } = useParams({ from: "/merchant/vouchers/$id" });
  const batch = useCall("merchant", "GET /voucher-batches/:id", { params: { id } });
  const open = batch.data?.open ?? 0;
  return (
    <Page
      title={`Vouchers of batch ${id}`}
      actions={
        open > 0 && (
          <Action
            title="Cancel the open ones"
            look="destructive"
            what={`${count(open)} open vouchers then pay nothing, and what they have reserved is free again.`}
            run={async (_, idempotencyKey) =>
              (await api.merchant.call("POST /vouchers/cancel", { body: { batch_id: Number(id) }, idempotencyKey }))
                .body
            }
          />
        )
      }
    >
      <Shown of={batch}>
        {(data) => (
          <>
            <Card>
              <Facts
                of={[
                  [
                    "Campaign",
                    <Link key="campaign" to="/merchant/campaigns/$id" params={{ id: String(data.campaign_id) }}>
                      {data.campaign_id}
                    </Link>,
                  ],
                  ["Each pays", amount(data.amount, asset.code)],
                  ["Redeemed", `${count(data.redeemed)} of ${count(data.count)}`],
                  ["Open", count(data.open)],
                  ["Cancelled", count(data.cancelled)],
                  ["Expired", count(data.expired)],
                  ["Reserved", amount(data.reserved, asset.code)],
                  ["Valid until", <Time key="until" at={data.expires_at} />],
                ]}
              />
              <meter className="meter" max={data.count} value={data.redeemed} aria-label="Redeemed vouchers" />
            </Card>
            <Vouchers batchId={data.id} campaignId={data.campaign_id} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Vouchers({ batchId, campaignId }: { batchId: number; campaignId: number }) {
  const filter = useConditions();
  const status = statuses.find((known) => known === filter[0].status);
  return (
    <Card title="Its vouchers">
      <Filters of={filter}>
        {(set) => (
          <SelectField label="Status" name="status" defaultValue={set.status}>
            <option value="">any</option>
            {statuses.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
      </Filters>
      <List
        endpoint="GET /campaigns/:id/vouchers"
        request={{ params: { id: campaignId }, query: { batch_id: batchId, status } }}
        caption="Vouchers"
        keyOf={({ id }) => id}
        empty="No voucher has this status."
        columns={[
          { title: "Voucher", cell: ({ id }) => id },
          { title: "Status", cell: (row) => <Status value={row.status} /> },
          {
            title: "Redeemed to",
            cell: ({ wallet_address }) => wallet_address && <Copyable value={wallet_address} label="the address" />,
          },
          {
            title: "Payment",
            cell: ({ issuance_id, issuance_status }) =>
              issuance_id && (
                <Link to="/merchant/issuances/$id" params={{ id: String(issuance_id) }}>
                  {issuance_status}
                </Link>
              ),
          },
          { title: "Changed", cell: ({ updated_at }) => <Time at={updated_at} /> },
          {
            title: "Cancel",
            cell: ({ id, status }) =>
              status === "open" && (
                <Action
                  title="Cancel it"
                  look="destructive"
                  what={`Voucher ${id} then pays nothing, and its amount is free again.`}
                  run={async (_, idempotencyKey) =>
                    (await api.merchant.call("POST /vouchers/cancel", { body: { voucher_id: id }, idempotencyKey }))
                      .body
                  }
                />
              ),
          },
        ]}
      />
    </Card>
  );
}
