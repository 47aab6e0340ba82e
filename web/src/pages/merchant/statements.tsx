import { useMutation } from "@tanstack/react-query";
import { api, type BodyOf, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { download } from "../../ui/download.ts";
import { Filters, useConditions } from "../../ui/filters.tsx";
import { amount, count } from "../../ui/format.ts";
import { Button, Card, Facts, Failure, Notice, Shown, Table, TextField } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";

const MONTH = "2026-01".length;
const EXPORT_MS = 300_000;

const texts: Record<string, string> = {
  deposit: "Deposited",
  grant: "Granted by the operator",
  withdraw: "Withdrawn",
  reserved: "Reserved for campaigns and drops",
  released: "Returned from campaigns and drops",
  reward: "Paid as rewards",
  claim: "Paid as shares of drops",
};

export function Statements() {
  const filter = useConditions();
  const month = filter[0].month ?? new Date().toISOString().slice(0, MONTH);
  const statement = useCall("merchant", "GET /merchants/me/statement", { query: { month } });
  return (
    <Page title="Statement">
      <Card>
        <Filters of={filter}>
          {() => (
            <TextField
              label="Month (UTC)"
              name="month"
              pattern="20\d\d-(0[1-9]|1[0-2])"
              placeholder="2026-10"
              required
              defaultValue={month}
              hint="Year and month, such as 2026-10."
            />
          )}
        </Filters>
        <Shown of={statement}>{(data) => <Figures of={data} />}</Shown>
        <Exports month={month} />
      </Card>
    </Page>
  );
}

function Figures({ of: { opening, closing, totals, complete } }: { of: BodyOf<"GET /merchants/me/statement"> }) {
  const { asset } = useConfig();
  return (
    <div className="stack">
      {!complete && (
        <Notice tone="primary">
          The month isn’t over, or not all of its events have been read: figures can change.
        </Notice>
      )}
      <Facts
        of={[
          ["Free at the beginning", amount(opening.free, asset.code)],
          ["Reserved at the beginning", amount(opening.reserved, asset.code)],
          ["Free at the end", <strong key="free">{amount(closing.free, asset.code)}</strong>],
          ["Reserved at the end", <strong key="reserved">{amount(closing.reserved, asset.code)}</strong>],
        ]}
      />
      <Table
        caption="Sums of the month"
        rows={totals}
        keyOf={({ type }) => type}
        empty="Nothing moved in this month."
        columns={[
          { title: "What", cell: ({ type }) => texts[type] ?? type },
          { title: "Entries", isNumber: true, cell: ({ entries }) => count(entries) },
          { title: "Payments", isNumber: true, cell: ({ payments }) => count(payments) },
          { title: "Amount", isNumber: true, cell: (total) => amount(total.amount, asset.code) },
        ]}
      />
    </div>
  );
}

function Exports({ month }: { month: string }) {
  const save = useMutation({
    mutationFn: async (format: "csv" | "ndjson") => {
      const request = { query: { month, format }, timeoutMs: EXPORT_MS };
      const { body: file } = await api.merchant.call("GET /merchants/me/statement", request);
      download(`statement-${month}.${format}`, file);
    },
  });
  return (
    <div className="stack">
      {save.error && <Failure error={save.error} />}
      <div className="actions">
        <Button busy={save.isPending} onClick={() => save.mutate("csv")}>
          Every entry as CSV
        </Button>
        <Button busy={save.isPending} onClick={() => save.mutate("ndjson")}>
          Every entry as lines of JSON
        </Button>
      </div>
    </div>
  );
}
