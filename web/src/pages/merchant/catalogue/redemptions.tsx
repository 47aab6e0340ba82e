import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Filters, useConditions } from "../../../ui/filters.tsx";
import { Action } from "../../../ui/form.tsx";
import { amount, count } from "../../../ui/format.ts";
import { List, type RowOf } from "../../../ui/list.tsx";
import { Card, SelectField, Status, TextField, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";

type Redemption = RowOf<"GET /redemptions">;

const statuses = ["pending", "locked", "fulfilled", "cancelled", "refunded", "expired"] as const;

export function Redemptions() {
  const { asset } = useConfig();
  const filter = useConditions();
  const [{ status, item_id }] = filter;
  return (
    <Page title="Redemptions">
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
              <TextField label="Item’s id" name="item_id" inputMode="numeric" defaultValue={set.item_id} />
            </>
          )}
        </Filters>
        <List
          endpoint="GET /redemptions"
          request={{
            query: { status: statuses.find((known) => known === status), ...(item_id && { item_id: Number(item_id) }) },
          }}
          caption="Redemptions"
          keyOf={({ id }) => id}
          empty="Nothing has been redeemed yet, or nothing matches. Redemptions of your catalogue’s items appear here."
          columns={[
            { title: "Redemption", cell: ({ id }) => id },
            { title: "Item", cell: ({ item_name, quantity }) => `${count(quantity)} × ${item_name ?? "unknown"}` },
            {
              title: "Paid with",
              isNumber: true,
              cell: ({ on_chain, points }) =>
                on_chain ? amount(on_chain.amount, asset.code) : `${count(points ?? 0)} points`,
            },
            {
              title: "Status",
              cell: ({ status, next_status, error_message, on_chain }) => (
                <>
                  <Status value={status} />
                  {next_status && <div>It becomes {next_status} as soon as the ledger has it.</div>}
                  {error_message && <div>{error_message}</div>}
                  {status === "locked" && next_status === null && on_chain?.deadline && (
                    <div>
                      Fulfil it by <Time at={on_chain.deadline} />
                    </div>
                  )}
                </>
              ),
            },
            { title: "Redeemed", cell: ({ created_at }) => <Time at={created_at} /> },
            { title: "Actions", cell: (row) => <Steps of={row} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

function Steps({ of: { id, actions, item_name, on_chain } }: { of: Redemption }) {
  const can = (name: string) => actions.some(({ action }) => action === name);
  const item = item_name ?? "the item";
  return (
    <div className="actions">
      {can("fulfil") && (
        <Action
          title="Fulfil"
          look="primary"
          what={
            on_chain
              ? `The tokens are burned. Hand “${item}” over when this page shows it as fulfilled: the customer may be able to cancel until then.`
              : `The customer has got “${item}”.`
          }
          run={(_, idempotencyKey) =>
            api.merchant.call("POST /redemptions/:id/steps", {
              params: { id },
              body: { step: "fulfil" },
              idempotencyKey,
            })
          }
        />
      )}
      {can("refund") && (
        <Action
          title="Refund"
          look="destructive"
          what="What was paid goes back to the customer."
          run={({ reason, restock }, idempotencyKey) => {
            const body = { step: "refund" as const, ...(reason && { reason }), restock: restock !== undefined };
            return api.merchant.call("POST /redemptions/:id/steps", { params: { id }, body, idempotencyKey });
          }}
        >
          {(errors) => (
            <>
              <TextField label="Reason (optional)" name="reason" error={errors.reason} />
              <label>
                <input type="checkbox" name="restock" defaultChecked /> Put it back into the stock
              </label>
            </>
          )}
        </Action>
      )}
    </div>
  );
}
