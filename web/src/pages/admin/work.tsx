import { Link, useParams } from "@tanstack/react-router";
import { api, LIVE, useCall } from "../../api.ts";
import { Action, ApiForm } from "../../ui/form.tsx";
import { count } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Notice, Shown, Status, Table, TextField, Time } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";

// The pages of the work that the service does in the background.

/** Health answers this while not all parts work, and says which. */
const UNAVAILABLE = 503;

export function Overview() {
  const health = useCall("nobody", "GET /health", { accept: [UNAVAILABLE] }, LIVE);
  return (
    <Page title="Overview">
      <Card title="Health">
        <Shown of={health}>
          {({ status, checks }) => (
            <>
              {status !== "ok" && <Notice tone="warning" title="Not everything works" />}
              <Table
                caption="Health"
                rows={Object.entries(checks)}
                keyOf={([name]) => name}
                empty=""
                columns={[
                  { title: "Part", cell: ([name]) => name },
                  { title: "Status", cell: ([, { status }]) => <Status value={status} /> },
                  { title: "Detail", cell: ([, { detail }]) => detail ?? "" },
                ]}
              />
            </>
          )}
        </Shown>
      </Card>
      <Card title="Queues">
        <QueueTable />
      </Card>
    </Page>
  );
}

function QueueTable() {
  const queues = useCall("user", "GET /admin/queues", undefined, LIVE);
  return (
    <Shown of={queues}>
      {({ data }) => (
        <Table
          caption="Queues"
          rows={data}
          keyOf={({ name }) => name}
          empty="There are no queues."
          columns={[
            { title: "Queue", cell: ({ name }) => name },
            { title: "Waiting", isNumber: true, cell: ({ waiting }) => count(waiting) },
            { title: "Running", isNumber: true, cell: ({ leased }) => count(leased) },
            { title: "Oldest is due", cell: ({ oldest_due_at }) => (oldest_due_at ? <Time at={oldest_due_at} /> : "") },
            {
              title: "Dead letters",
              isNumber: true,
              cell: ({ name, dead_letters }) => (
                <Link to="/admin/queues/$name" params={{ name }}>
                  {count(dead_letters)}
                </Link>
              ),
            },
          ]}
        />
      )}
    </Shown>
  );
}

export const Queues = () => (
  <Page title="Queues">
    <Card>
      <QueueTable />
    </Card>
  </Page>
);

export function DeadLetters() {
  const { name } = useParams({ from: "/admin/queues/$name" });
  return (
    <Page
      title={`Dead letters of ${name}`}
      actions={
        <Action
          title="Try all again"
          size="md"
          what="The newest hundred are queued again. Mend what their reasons name first."
          run={(_, idempotencyKey) =>
            api.user.call("POST /admin/queues/:name/dead-letters/redrive", {
              params: { name },
              body: {},
              idempotencyKey,
            })
          }
        />
      }
    >
      <Card>
        <List
          as="user"
          endpoint="GET /admin/queues/:name/dead-letters"
          request={{ params: { name } }}
          caption="Dead letters"
          keyOf={({ id }) => id}
          empty="There are none: no job of this queue has failed for good."
          columns={[
            { title: "Job", cell: ({ job_key }) => <code>{job_key}</code> },
            { title: "Failed", cell: ({ failed_at }) => <Time at={failed_at} /> },
            { title: "Attempts", isNumber: true, cell: ({ attempts }) => count(attempts) },
            { title: "Reason", cell: ({ reason }) => reason },
            {
              title: "Try again",
              cell: ({ id, redriven_at }) =>
                redriven_at ? (
                  <>
                    queued again <Time at={redriven_at} />
                  </>
                ) : (
                  <Action
                    title="Try again"
                    what="The job is queued again."
                    run={(_, idempotencyKey) => {
                      const request = { params: { name }, body: { id }, idempotencyKey };
                      return api.user.call("POST /admin/queues/:name/dead-letters/redrive", request);
                    }}
                  />
                ),
            },
          ]}
        />
      </Card>
    </Page>
  );
}

export function Jobs() {
  const jobs = useCall("user", "GET /admin/jobs", undefined, LIVE);
  return (
    <Page title="Jobs">
      <Card>
        <Shown of={jobs}>
          {({ data }) => (
            <Table
              caption="Recurring jobs"
              rows={data}
              keyOf={({ name }) => name}
              empty="There are no recurring jobs."
              columns={[
                { title: "Job", cell: ({ title }) => title },
                { title: "Schedule (UTC)", cell: ({ schedule }) => schedule },
                {
                  title: "Last run",
                  cell: ({ running, last_status, last_error, last_finished_at }) => (
                    <>
                      {running ? <Status value="running" /> : last_status && <Status value={last_status} />}{" "}
                      {last_finished_at && <Time at={last_finished_at} />} {last_error}
                    </>
                  ),
                },
                { title: "Next run", cell: ({ next_run_at }) => (next_run_at ? <Time at={next_run_at} /> : "") },
                {
                  title: "Run",
                  cell: ({ name, title, running }) => (
                    <Action
                      title="Run now"
                      disabled={running}
                      what={`It runs once more than its schedule says: ${title}.`}
                      run={() => api.user.call("POST /admin/jobs/:name/run", { params: { name } })}
                    />
                  ),
                },
              ]}
            />
          )}
        </Shown>
      </Card>
    </Page>
  );
}

export function Indexer() {
  const contracts = useCall("user", "GET /admin/indexer/contracts", undefined, LIVE);
  return (
    <Page title="Indexer">
      <Card title="Contracts whose events are stored">
        <Shown of={contracts}>
          {({ data }) => (
            <Table
              caption="Contracts whose events are stored"
              rows={data}
              keyOf={({ contract_id }) => contract_id}
              empty="None."
              columns={[
                { title: "Contract", cell: ({ name }) => name },
                { title: "Id", cell: ({ contract_id }) => <Copyable value={contract_id} /> },
                { title: "From ledger", isNumber: true, cell: ({ from_ledger }) => from_ledger ?? "" },
                {
                  title: "Still to read",
                  cell: ({ missing }) => (missing ? `${missing.from_ledger} to ${missing.to_ledger}` : "nothing"),
                },
                { title: "Types", cell: ({ event_types }) => event_types.join(", ") },
                {
                  title: "Remove",
                  cell: ({ contract_id: id, name, source }) =>
                    source === "admin" ? (
                      <Action
                        title="Remove"
                        look="destructive"
                        what={`Events of ${name} are no longer read. Those that are stored stay.`}
                        run={() => api.user.call("DELETE /admin/indexer/contracts/:id", { params: { id } })}
                      />
                    ) : (
                      `from ${source === "system" ? "Merit itself" : "INDEXER_CONTRACTS"}`
                    ),
                },
              ]}
            />
          )}
        </Shown>
      </Card>
      <Card title="Follow another contract">
        <ApiForm
          submit="Follow it"
          run={({ contract_id = "", name }, idempotencyKey) =>
            api.user.call("POST /admin/indexer/contracts", {
              body: { contract_id, ...(name && { name }) },
              idempotencyKey,
            })
          }
        >
          {(errors) => (
            <>
              <TextField
                label="Contract id"
                name="contract_id"
                required
                spellCheck={false}
                hint="C..., 56 characters. Its events are decoded by the description in its code."
                error={errors.contract_id}
              />
              <TextField label="Name (optional)" name="name" hint="As its events show it." error={errors.name} />
            </>
          )}
        </ApiForm>
      </Card>
    </Page>
  );
}

export function Backups() {
  const jobs = useCall("user", "GET /admin/jobs", undefined, LIVE);
  return (
    <Page
      title="Backups"
      actions={
        <Action
          title="Make a backup"
          size="md"
          what="A copy of the database is written into the service's data folder, while the service goes on."
          run={() => api.user.call("POST /admin/jobs/:name/run", { params: { name: "backup" } })}
        />
      }
    >
      <Card>
        <Shown of={jobs}>
          {({ backups }) => (
            <Table
              caption="Backups"
              rows={backups}
              keyOf={({ file }) => file}
              empty="There is no backup yet."
              columns={[
                { title: "File", cell: ({ file }) => <code>{file}</code> },
                { title: "Bytes", isNumber: true, cell: ({ bytes }) => count(bytes) },
                { title: "Made", cell: ({ created_at }) => <Time at={created_at} /> },
                { title: "SHA-256", cell: ({ sha256 }) => <Copyable value={sha256} /> },
              ]}
            />
          )}
        </Shown>
        <p>
          To put one in place, stop the service and run <code>merit restore &lt;file&gt;</code> on its machine.
        </p>
      </Card>
    </Page>
  );
}
