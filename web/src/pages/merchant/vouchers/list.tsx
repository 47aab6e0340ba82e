import { Link } from "@tanstack/react-router";
import { useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { amount, count } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Empty, Shown, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { CampaignField } from "../campaign-field.tsx";
import { MakeVouchers } from "./make.tsx";

/** Batches of a campaign: the chosen one, or the newest. */
export function Vouchers() {
  const filter = useConditions();
  const [{ campaign_id }, setFilter] = filter;
  const campaigns = useCall("merchant", "GET /campaigns", { query: { limit: 1 } });
  return (
    <Page title="Vouchers">
      <MakeVouchers campaignId={campaign_id} done={(id) => setFilter({ campaign_id: String(id) })} />
      <Card title="Batches">
        <Filters of={filter}>{(set) => <CampaignField isFilter="the newest" defaultValue={set.campaign_id} />}</Filters>
        <Shown of={campaigns}>
          {({ data: [newest] }) => {
            const id = campaign_id ?? newest?.id;
            if (id === undefined) return <Empty>Vouchers pay from a campaign’s budget: create a campaign first.</Empty>;
            return <Batches campaignId={id} />;
          }}
        </Shown>
      </Card>
    </Page>
  );
}

function Batches({ campaignId: id }: { campaignId: string | number }) {
  const { asset } = useConfig();
  return (
    <List
      endpoint="GET /campaigns/:id/voucher-batches"
      request={{ params: { id } }}
      caption="Batches of vouchers"
      keyOf={({ id }) => id}
      empty="This campaign has no vouchers yet. Make some above, and print them."
      columns={[
        {
          title: "Batch",
          cell: ({ id }) => (
            <Link to="/merchant/vouchers/$id" params={{ id: String(id) }}>
              {id}
            </Link>
          ),
        },
        { title: "Made", cell: ({ created_at }) => <Time at={created_at} /> },
        { title: "Each pays", isNumber: true, cell: (batch) => amount(batch.amount, asset.code) },
        { title: "Redeemed", isNumber: true, cell: (batch) => `${count(batch.redeemed)} of ${count(batch.count)}` },
        { title: "Open", isNumber: true, cell: ({ open }) => count(open) },
        { title: "Reserved", isNumber: true, cell: ({ reserved }) => amount(reserved, asset.code) },
        { title: "Until", cell: ({ expires_at }) => <Time at={expires_at} /> },
      ]}
    />
  );
}
