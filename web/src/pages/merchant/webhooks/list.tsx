import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api.ts";
import { ApiForm } from "../../../ui/form.tsx";
import { List } from "../../../ui/list.tsx";
import { Secret } from "../../../ui/secret.tsx";
import { Card, Status, Time } from "../../../ui/ui.tsx";
import { Page } from "../../page.tsx";
import { WebhookFields, webhookOf } from "./fields.tsx";

export function Webhooks() {
  const [secret, setSecret] = useState<string | null>();
  return (
    <Page title="Webhooks">
      <Card>
        <List
          endpoint="GET /webhooks"
          caption="Webhooks"
          keyOf={({ id }) => id}
          empty="No server of yours is told of events yet. Add its address below."
          columns={[
            {
              title: "Address",
              cell: ({ id, url }) => (
                <Link to="/merchant/webhooks/$id" params={{ id: String(id) }}>
                  {url}
                </Link>
              ),
            },
            { title: "Status", cell: ({ status }) => <Status value={status} /> },
            { title: "Events", cell: ({ types }) => (types === null ? "all" : types.join(", ")) },
            { title: "Added", cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      </Card>
      <Card title="New webhook">
        <div className="stack">
          {secret !== undefined && (
            <Secret
              what="The secret that signs its requests"
              value={secret}
              lost="Rotate the webhook’s secret to get another one."
            />
          )}
          <ApiForm
            submit="Add the webhook"
            clears
            run={async (fields, idempotencyKey) =>
              (await api.merchant.call("POST /webhooks", { body: webhookOf(fields), idempotencyKey })).body
            }
            done={(made) => setSecret(made.secret)}
          >
            {(errors) => <WebhookFields errors={errors} />}
          </ApiForm>
        </div>
      </Card>
    </Page>
  );
}
