import { useState } from "react";
import { api } from "../../api.ts";
import { Action, ApiForm } from "../../ui/form.tsx";
import { List } from "../../ui/list.tsx";
import { Secret } from "../../ui/secret.tsx";
import { Card, Status, TextField, Time } from "../../ui/ui.tsx";
import { Page } from "../page.tsx";

const scopes = {
  read: "read everything",
  issue: "issue rewards, vouchers, points",
  campaigns: "campaigns and rules",
  drops: "drops",
  catalogue: "catalogue and redemptions",
  account: "your record and its keys",
} as const;

type Scope = keyof typeof scopes;
const names = Object.keys(scopes) as Scope[];

interface Shown {
  api_key: string | null;
}

export function Keys() {
  const [made, setMade] = useState<Shown>();
  return (
    <Page title="API keys">
      {made && <Secret what="The API key" value={made.api_key} lost="Revoke it, and make another one." />}
      <Card>
        <List
          endpoint="GET /merchants/me/keys"
          caption="API keys"
          keyOf={({ id }) => id}
          empty="You have no API key."
          columns={[
            { title: "Name", cell: ({ name }) => name },
            { title: "Ends in", cell: ({ last4 }) => <code>…{last4}</code> },
            { title: "Scopes", cell: ({ scopes }) => scopes.join(", ") },
            { title: "Status", cell: (key) => <Status value={stateOf(key)} /> },
            { title: "Last used", cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : "never") },
            {
              title: "Actions",
              cell: (key) =>
                stateOf(key) === "active" && (
                  <div className="actions">
                    <Action
                      title="Rotate"
                      what={`A new key takes the place of “${key.name}”. The old one works for 24 hours more.`}
                      run={async (_, idempotencyKey) => {
                        const request = { body: { replaces: key.id, overlap_hours: 24 }, idempotencyKey };
                        return (await api.merchant.call("POST /merchants/me/keys", request)).body;
                      }}
                      done={setMade}
                    />
                    <Action
                      title="Revoke"
                      look="destructive"
                      what={`“${key.name}” stops working at once. If you signed in with it, you are signed out.`}
                      run={() => api.merchant.call("DELETE /merchants/me/keys/:id", { params: { id: key.id } })}
                    />
                  </div>
                ),
            },
          ]}
        />
      </Card>
      <Card title="New key">
        <ApiForm
          submit="Create the key"
          clears
          run={async ({ name = "", ...typed }, idempotencyKey) => {
            const body = { name, scopes: names.filter((scope) => typed[scope] !== undefined) };
            return (await api.merchant.call("POST /merchants/me/keys", { body, idempotencyKey })).body;
          }}
          done={setMade}
        >
          {(errors) => (
            <>
              <TextField
                label="Name"
                name="name"
                required
                hint="Where it is used, such as a till."
                error={errors.name}
              />
              <fieldset className="choices">
                <legend>What it may do</legend>
                {names.map((scope) => (
                  <label key={scope}>
                    <input type="checkbox" name={scope} defaultChecked={scope === "read"} /> {scopes[scope]} ({scope})
                  </label>
                ))}
                {errors.scopes && (
                  <p className="note error" role="alert">
                    {errors.scopes}
                  </p>
                )}
              </fieldset>
            </>
          )}
        </ApiForm>
      </Card>
    </Page>
  );
}

const stateOf = ({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }) => {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? "expired" : "active";
};
