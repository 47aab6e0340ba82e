import { useMutation } from "@tanstack/react-query";
import { api, type BodyOf } from "../../api.ts";
import { Filters, useConditions } from "../../ui/filters.tsx";
import { ApiForm, moment } from "../../ui/form.tsx";
import { count } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Button, Card, Failure, Notice, SelectField, Status, Table, TextField, Time } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";

// The pages of the audit, the audit log and other records.

export function Audit() {
  const audit = useMutation({ mutationFn: async () => (await api.user.call("GET /admin/audit", { query: {} })).body });
  return (
    <Page title="Audit">
      <Card>
        <div className="stack">
          <p className="flat">
            Compares the service's records with the ledger and the indexed events. A healthy service has no differences.
          </p>
          <div className="actions">
            <Button look="primary" busy={audit.isPending} onClick={() => audit.mutate()}>
              Compare now
            </Button>
          </div>
          {audit.error && <Failure error={audit.error} />}
          {audit.data && <Outcome result={audit.data} />}
        </div>
      </Card>
    </Page>
  );
}

function Outcome({ result: { total, differences, compared, not_compared } }: { result: BodyOf<"GET /admin/audit"> }) {
  const { campaigns, rewards, marks, events } = compared;
  return (
    <>
      <Notice tone={total === 0 ? "success" : "error"} title={`${count(total)} differences`}>
        Compared: {count(campaigns)} campaigns, {count(rewards)} rewards, {count(marks)} marks on the ledger,{" "}
        {count(events)} events.
      </Notice>
      {not_compared.map((what) => (
        <Notice key={what} tone="warning">
          {what}
        </Notice>
      ))}
      {differences.length > 0 && (
        <Table
          caption="Differences"
          rows={differences}
          keyOf={({ kind, where }) => `${kind} ${JSON.stringify(where)}`}
          empty=""
          columns={[
            { title: "What", cell: ({ meaning }) => meaning },
            { title: "Where", cell: ({ where }) => <code>{JSON.stringify(where)}</code> },
            { title: "Sides", cell: ({ sides }) => <code>{JSON.stringify(sides)}</code> },
            { title: "What to do", cell: ({ advice }) => advice },
          ]}
        />
      )}
    </>
  );
}

export function Changes() {
  const conditions = useConditions();
  return (
    <Page title="Changes">
      <Card>
        <Filters of={conditions}>
          {({ actor, action, subject }) => (
            <>
              <TextField label="Who" name="actor" defaultValue={actor} hint="user:1, or operator" />
              <TextField label="What" name="action" defaultValue={action} hint="such as user.role" />
              <TextField label="Of what" name="subject" defaultValue={subject} hint="such as user:7" />
            </>
          )}
        </Filters>
        <List
          as="user"
          endpoint="GET /admin/audit-log"
          request={{ query: conditions[0] }}
          caption="Changes by administrators"
          keyOf={({ id }) => id}
          empty="No administrator has changed anything yet."
          columns={[
            { title: "Time", cell: ({ created_at }) => <Time at={created_at} /> },
            { title: "Who", cell: ({ actor }) => actor },
            { title: "What", cell: ({ action }) => action },
            { title: "Of what", cell: ({ subject }) => subject },
            { title: "Detail", cell: ({ detail }) => <code>{JSON.stringify(detail)}</code> },
          ]}
        />
      </Card>
    </Page>
  );
}

const kinds = ["users", "campaigns", "transactions", "revenue"] as const;
type ReportBody = Parameters<typeof api.user.call<"POST /admin/reports">>[1]["body"];

export function Reports() {
  return (
    <Page title="Reports">
      <Card title="New report">
        <ApiForm
          submit="Create the report"
          run={({ kind, format, from, to }, idempotencyKey) => {
            const body = { kind, format, from: moment(from), to: moment(to) } as ReportBody;
            return api.user.call("POST /admin/reports", { body, idempotencyKey });
          }}
        >
          {(errors) => (
            <>
              <SelectField label="About" name="kind" error={errors.kind}>
                {kinds.map((kind) => (
                  <option key={kind}>{kind}</option>
                ))}
              </SelectField>
              <SelectField label="Format" name="format" error={errors.format}>
                <option>csv</option>
                <option>json</option>
              </SelectField>
              <TextField label="From" name="from" type="datetime-local" required error={errors.from} />
              <TextField label="To" name="to" type="datetime-local" required error={errors.to} />
            </>
          )}
        </ApiForm>
      </Card>
      <Card title="Reports">
        <List
          as="user"
          isLive
          endpoint="GET /admin/reports"
          caption="Reports"
          keyOf={({ id }) => id}
          empty="There is no report yet."
          columns={[
            { title: "About", cell: ({ kind, format }) => `${kind} (${format})` },
            { title: "From", cell: ({ from }) => <Time at={from} /> },
            { title: "To", cell: ({ to }) => <Time at={to} /> },
            { title: "Status", cell: ({ status }) => <Status value={status} /> },
            { title: "Rows", isNumber: true, cell: ({ rows }) => (rows === null ? "" : count(rows)) },
            { title: "Until", cell: ({ expires_at }) => (expires_at ? <Time at={expires_at} /> : "") },
            { title: "To get the file", cell: ({ id }) => <code>{`merit admin reports download ${id}`}</code> },
          ]}
        />
      </Card>
    </Page>
  );
}
