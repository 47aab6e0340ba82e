import { Link } from "@tanstack/react-router";
import { useConfig } from "../../../config.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { amount, count } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, SelectField, Status } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { EditItem, type Item, NewItem, ToggleItem } from "./item-form.tsx";

const statuses = ["active", "archived"] as const;

/** The ledger takes the terms for tokens in transactions, of which no event tells. */
const isOnItsWay = ({ token }: Item) => token?.change?.status === "pending";

export function Catalogue() {
  const { asset } = useConfig();
  const filter = useConditions();
  const status = statuses.find((known) => known === filter[0].status);
  return (
    <Page
      title="Catalogue"
      actions={
        <Link className="Button Button--tertiary Button--md" to="/merchant/redemptions">
          Redemptions
        </Link>
      }
    >
      <Card>
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
          endpoint="GET /catalogue"
          request={{ query: { merchant_id: "me", status } }}
          caption="Items"
          keyOf={({ id }) => id}
          empty="There is nothing to redeem yet. Add an item below."
          isWaiting={isOnItsWay}
          columns={[
            { title: "Item", cell: ({ name }) => name },
            {
              title: "Points",
              isNumber: true,
              cell: ({ price }) => (price === null ? "not for points" : count(price)),
            },
            {
              title: "Left for points",
              isNumber: true,
              cell: ({ price, stock }) => price !== null && (stock === null ? "no limit" : count(stock)),
            },
            {
              title: asset.code,
              isNumber: true,
              cell: ({ token }) => (token?.active && token.price ? amount(token.price) : "not for tokens"),
            },
            {
              title: `Left for ${asset.code}`,
              isNumber: true,
              cell: ({ token }) => token?.active && typeof token.stock === "number" && count(token.stock),
            },
            { title: "Status", cell: (item) => <State of={item} /> },
            {
              title: "Actions",
              cell: (item) => (
                <div className="actions">
                  <EditItem of={item} />
                  <ToggleItem of={item} />
                </div>
              ),
            },
          ]}
        />
      </Card>
      <NewItem />
    </Page>
  );
}

function State({ of: { status, token } }: { of: Item }) {
  const change = token?.change;
  return (
    <>
      <Status value={status} />
      {change && (
        <div>
          {change.status === "pending"
            ? "New terms for tokens are on their way."
            : "The ledger refused the terms for tokens."}{" "}
          {change.error_message}
        </div>
      )}
    </>
  );
}
