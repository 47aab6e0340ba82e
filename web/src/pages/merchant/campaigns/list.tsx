import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { amount } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

export function Campaigns() {
  const { asset } = useConfig();
  return (
    <Page
      title="Campaigns"
      actions={
        <Link className="Button Button--primary Button--md" to="/merchant/campaigns/new">
          New campaign
        </Link>
      }
    >
      <Card>
        <List
          endpoint="GET /campaigns"
          caption="Campaigns"
          keyOf={({ id }) => id}
          empty="You have no campaign yet. A campaign has a budget and pays rewards from it: make one with “New campaign”."
          columns={[
            {
              title: "Campaign",
              cell: ({ id, name }) => (
                <Link to="/merchant/campaigns/$id" params={{ id: String(id) }}>
                  {name}
                </Link>
              ),
            },
            {
              title: "Status",
              cell: ({ status, expired }) => <Status value={expired && status === "active" ? "expired" : status} />,
            },
            {
              title: `Spent of the budget (${asset.code})`,
              isNumber: true,
              cell: ({ spent, budget }) => (
                <>
                  {amount(spent)} of {amount(budget)}
                </>
              ),
            },
            { title: "Until", cell: ({ ends_at }) => <Time at={ends_at} /> },
          ]}
        />
      </Card>
    </Page>
  );
}
