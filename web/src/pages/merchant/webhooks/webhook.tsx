import { useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, type BodyOf, useCall } from "../../../api.ts";
import { Action, localMoment, moment } from "../../../ui/form.tsx";
import { count } from "../../../ui/format.ts";
import { List, type RowOf } from "../../../ui/list.tsx";
import { Secret } from "../../../ui/secret.tsx";
import { Card, Copyable, Facts, Notice, Shown, Status, TextField, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { WebhookFields, webhookOf } from "./fields.tsx";

type Record = BodyOf<"GET /webhooks/:id">;
type Delivery = RowOf<"GET /webhooks/:id/deliveries">;

const DAY_MS = 86_400_000;

export function Webhook() {
  const { id } = useParams({ from: "/merchant/webhooks/$id" });
  const webhook = useCall("merchant", "GET /webhooks/:id", { params: { id } });
  return (
    <Shown of={webhook}>
      {(data) => (
        <Page title="Webhook">
          <Terms of={data} />
          <Deliveries id={data.id} />
        </Page>
      )}
    </Shown>
  );
}

function Terms({ of: webhook }: { of: Record }) {
  const [secret, setSecret] = useState<string | null>();
  return (
    <Card title={webhook.url} actions={<Steps of={webhook} setSecret={setSecret} />}>
      <div className="stack">
        {webhook.disabled_reason && <Notice tone="error">{webhook.disabled_reason}</Notice>}
        {webhook.failing_since && (
          <Notice tone="warning">
            Every request has failed since <Time at={webhook.failing_since} />.
          </Notice>
        )}
        {secret !== undefined && <Secret what="The new secret" value={secret} lost="Rotate it once more." />}
        <Facts
          of={[
            ["Status", <Status key="status" value={webhook.status} />],
            ["Events", webhook.types === null ? "all" : webhook.types.join(", ")],
            ["Description", webhook.description ?? "none"],
            ["Public key", <Copyable key="key" value={webhook.public_key} label="the public key" />],
          ]}
        />
      </div>
    </Card>
  );
}

function Steps({ of: webhook, setSecret }: { of: Record; setSecret(secret: string | null): void }) {
  const navigate = useNavigate();
  const { id, status } = webhook;
  const params = { id };
  const isEnabled = status === "enabled";
  return (
    <>
      {isEnabled && (
        <Action
          title="Send a test"
          what="It is sent one event of the type webhook.test."
          run={(_, idempotencyKey) =>
            api.merchant.call("POST /webhooks/:id/steps", { params, body: { step: "test" }, idempotencyKey })
          }
        />
      )}
      <Action
        title="Edit"
        look="primary"
        what="Events from now on are sent as you say here, with the same secret."
        run={(fields) => api.merchant.call("PATCH /webhooks/:id", { params, body: webhookOf(fields) })}
      >
        {(errors) => <WebhookFields errors={errors} of={webhook} />}
      </Action>
      <Action
        title={isEnabled ? "Disable" : "Enable"}
        what={isEnabled ? "Nothing is sent to it until you enable it again." : "Events are sent to it again."}
        run={() =>
          api.merchant.call("PATCH /webhooks/:id", { params, body: { status: isEnabled ? "disabled" : "enabled" } })
        }
      />
      <Action
        title="Rotate the secret"
        what="It gets a new secret. For 24 hours, the old one also signs. If you rotate again in that time, the newer one ends at once."
        run={async (_, idempotencyKey) => {
          const body = { step: "rotate" as const, overlap_hours: 24 };
          return (await api.merchant.call("POST /webhooks/:id/steps", { params, body, idempotencyKey })).body;
        }}
        done={({ secret }) => setSecret(secret)}
      />
      <Action
        title="Send a period again"
        what="The events of this time are sent again with their ids, at most 1,000."
        run={({ from, to }, idempotencyKey) => {
          const body = { step: "replay" as const, from: moment(from) ?? "", to: moment(to) ?? "" };
          return api.merchant.call("POST /webhooks/:id/steps", { params, body, idempotencyKey });
        }}
      >
        {(errors) => (
          <div className="fields">
            <TextField
              label="From"
              name="from"
              type="datetime-local"
              required
              defaultValue={localMoment(new Date(Date.now() - DAY_MS))}
              error={errors.from}
            />
            <TextField
              label="Before"
              name="to"
              type="datetime-local"
              required
              defaultValue={localMoment(new Date(Date.now() + 60_000))}
              error={errors.to}
            />
          </div>
        )}
      </Action>
      <Action
        title="Delete"
        look="destructive"
        what="Nothing more is sent to it, and its deliveries are not shown any more."
        run={() => api.merchant.call("DELETE /webhooks/:id", { params })}
        done={() => void navigate({ to: "/merchant/webhooks" })}
      />
    </>
  );
}

const Deliveries = ({ id }: { id: number }) => (
  <Card title="Deliveries">
    <List
      endpoint="GET /webhooks/:id/deliveries"
      request={{ params: { id } }}
      caption="Deliveries"
      isLive
      keyOf={(delivery) => delivery.id}
      empty="Nothing has been sent to it yet. Send a test, or wait for the next event."
      columns={[
        { title: "Event", cell: ({ event_type }) => event_type },
        { title: "Status", cell: ({ status }) => <Status value={status} /> },
        { title: "Attempts", isNumber: true, cell: ({ attempts }) => count(attempts) },
        { title: "Next attempt", cell: ({ next_attempt_at }) => next_attempt_at && <Time at={next_attempt_at} /> },
        { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
        { title: "Answers", cell: ({ requests }) => <Answers of={requests} /> },
        {
          title: "Replay",
          cell: ({ id: delivery_id, event_type }) => (
            <Action
              title="Replay"
              what={`The event ${event_type} is sent again, with the same id.`}
              run={(_, idempotencyKey) => {
                const request = { params: { id }, body: { step: "replay" as const, delivery_id }, idempotencyKey };
                return api.merchant.call("POST /webhooks/:id/steps", request);
              }}
            />
          ),
        },
      ]}
    />
  </Card>
);

const Answers = ({ of: requests }: { of: Delivery["requests"] }) => (
  <ul className="flat">
    {requests.map(({ id, created_at, response_status, error, response_body, milliseconds }) => (
      <li key={id}>
        <Time at={created_at} />: {response_status ?? error} in {count(milliseconds)} ms{" "}
        <span className="clip">{response_body}</span>
      </li>
    ))}
  </ul>
);
