import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, LIVE, useCall } from "../../api.ts";
import { useConfig } from "../../config.ts";
import { Filters, useConditions } from "../../ui/filters.tsx";
import { Action, ApiForm } from "../../ui/form.tsx";
import { amount } from "../../ui/format.ts";
import { List } from "../../ui/list.tsx";
import { Card, Copyable, Facts, Notice, Shown, Status, Table, TextField, Time } from "../../ui/ui.tsx";
import { AmountField } from "../amount-field.tsx";
import { Page } from "../page.tsx";

// Users, merchants, and the mails that they got.

interface Owner {
  email: string | null;
  email_verified: boolean;
  pending_email: string | null;
}

const hasOpenAddress = ({ email, email_verified, pending_email }: Owner) =>
  email === null ? pending_email !== null : !email_verified;

/** Anybody can name any address, so one that nobody has confirmed is marked. */
const addressOf = (owner: Owner) =>
  hasOpenAddress(owner) ? `${owner.email ?? owner.pending_email} (not confirmed)` : owner.email;

export function Users() {
  const conditions = useConditions();
  return (
    <Page title="Users">
      <Card>
        <Filters of={conditions}>
          {({ email, wallet_address }) => (
            <>
              <TextField label="E-mail address begins with" name="email" defaultValue={email} />
              <TextField label="Wallet" name="wallet_address" defaultValue={wallet_address} spellCheck={false} />
            </>
          )}
        </Filters>
        <List
          as="user"
          endpoint="GET /admin/users"
          request={{ query: conditions[0] }}
          caption="Users"
          keyOf={({ id }) => id}
          empty="No user matches."
          columns={[
            { title: "User", isNumber: true, cell: ({ id }) => id },
            { title: "E-mail address", cell: (user) => addressOf(user) ?? "none" },
            { title: "Name", cell: ({ first_name, last_name }) => [first_name, last_name].filter(Boolean).join(" ") },
            { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
            { title: "Role", cell: ({ role }) => role },
            {
              title: "Change",
              cell: (user) => {
                const { id, role } = user;
                const next = role === "admin" ? "user" : "admin";
                return (
                  <Action
                    title={next === "admin" ? "Make an administrator" : "Make a user"}
                    look={next === "admin" ? "primary" : "destructive"}
                    what={
                      <div className="stack">
                        <div>
                          {addressOf(user) ?? `User ${id}`} gets the role {next}. The audit log keeps that you did it.
                        </div>
                        {next === "admin" && hasOpenAddress(user) && (
                          <Notice tone="warning" title="Nobody has confirmed this address">
                            Whoever gave it may be somebody else. First have its owner follow the link in the mail.
                          </Notice>
                        )}
                      </div>
                    }
                    run={() => api.user.call("PATCH /users/:id", { params: { id }, body: { role: next } })}
                  />
                );
              },
            },
          ]}
        />
      </Card>
    </Page>
  );
}

export function Merchants() {
  const conditions = useConditions();
  return (
    <Page title="Merchants">
      <Card>
        <Filters of={conditions}>
          {({ email }) => <TextField label="E-mail address begins with" name="email" defaultValue={email} />}
        </Filters>
        <List
          as="user"
          endpoint="GET /admin/merchants"
          request={{ query: conditions[0] }}
          caption="Merchants"
          keyOf={({ id }) => id}
          empty="No merchant matches."
          columns={[
            {
              title: "Merchant",
              cell: ({ id, name }) => (
                <Link to="/admin/merchants/$id" params={{ id: String(id) }}>
                  {name}
                </Link>
              ),
            },
            { title: "Id", isNumber: true, cell: ({ id }) => id },
            { title: "E-mail address", cell: addressOf },
            { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      </Card>
    </Page>
  );
}

export function Merchant() {
  const id = Number(useParams({ from: "/admin/merchants/$id" }).id);
  const { asset } = useConfig();
  // What was just granted is pending for a moment.
  const merchant = useCall("user", "GET /admin/merchants/:id", { params: { id }, query: { limit: 100 } }, LIVE);
  const [funded, setFunded] = useState<string>();
  return (
    <Page title={merchant.data?.name ?? `Merchant ${id}`}>
      <Card>
        <Shown of={merchant}>
          {(shown) => (
            <Facts
              of={[
                ["Id", String(id)],
                ["E-mail address", addressOf(shown)],
                ["Since", <Time key="since" at={shown.created_at} />],
              ]}
            />
          )}
        </Shown>
      </Card>
      <Card title="Fund it from the treasury">
        <ApiForm
          submit="Fund"
          clears
          run={async ({ amount = "" }, idempotencyKey) => {
            setFunded(undefined);
            const request = { params: { id }, body: { amount }, idempotencyKey };
            return (await api.user.call("POST /admin/merchants/:id/fund", request)).body;
          }}
          done={(grant) => setFunded(grant.amount)}
        >
          {(errors) => (
            <AmountField
              label={`Amount in ${asset.code}`}
              name="amount"
              required
              hint="It goes to the merchant's free balance in the reward pool, and can't be taken back here."
              error={errors.amount}
            />
          )}
        </ApiForm>
        {funded !== undefined && (
          <Notice tone="success" title="Accepted">
            {amount(funded, asset.code)} are on their way. They are in the list below.
          </Notice>
        )}
      </Card>
      <Card title="Funding so far">
        <Shown of={merchant}>
          {({ grants }) => (
            <>
              <Table
                caption="Funding so far"
                rows={grants.data}
                keyOf={(grant) => grant.id}
                empty="The treasury has given this merchant nothing yet."
                columns={[
                  { title: "Amount", isNumber: true, cell: (grant) => amount(grant.amount, asset.code) },
                  { title: "Status", cell: ({ status }) => <Status value={status} /> },
                  { title: "Time", cell: ({ created_at }) => <Time at={created_at} /> },
                  { title: "Transaction", cell: ({ tx_hash }) => tx_hash && <Copyable value={tx_hash} /> },
                  { title: "Why it waits or failed", cell: ({ error_message }) => error_message ?? "" },
                ]}
              />
              {grants.has_more && <p>These are the newest {grants.data.length}.</p>}
            </>
          )}
        </Shown>
      </Card>
    </Page>
  );
}

export const Mails = () => (
  <Page title="Mails">
    <Card>
      <List
        as="user"
        endpoint="GET /admin/email-logs"
        caption="Mails"
        keyOf={({ id }) => id}
        empty="No mail was sent yet."
        columns={[
          { title: "Time", cell: ({ created_at }) => <Time at={created_at} /> },
          { title: "To", cell: ({ recipient }) => recipient ?? "somebody who is gone" },
          { title: "Kind", cell: ({ template }) => template },
          { title: "Status", cell: ({ status }) => <Status value={status} /> },
        ]}
      />
    </Card>
  </Page>
);
