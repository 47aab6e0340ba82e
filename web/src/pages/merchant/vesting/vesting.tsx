import { askedGrants } from "@merit/client/signing/asked.ts";
import type { RequestOf } from "@merit/client/types.ts";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { ApiForm, localMoment, moment } from "../../../ui/form.tsx";
import { amount } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, Notice, SelectField, Status, TextField, Time } from "../../../ui/ui.tsx";
import { SignButton } from "../../../wallet/signing.tsx";
import { AmountField } from "../../amount-field.tsx";
import { Page } from "../../page.tsx";

const YEAR_MS = 365 * 86_400_000;

export function Vesting() {
  const { asset } = useConfig();
  return (
    <Page title="Vesting">
      <Card>
        <List
          endpoint="GET /vesting"
          caption="Schedules"
          keyOf={({ schedule }) => schedule}
          empty="You have granted nothing yet. A grant leaves one of your wallets at once, and becomes the beneficiary’s over time."
          columns={[
            {
              title: "Schedule",
              cell: ({ schedule }) => (
                <Link to="/merchant/vesting/$schedule" params={{ schedule }}>
                  {schedule}
                </Link>
              ),
            },
            { title: "Beneficiary", cell: ({ beneficiary }) => <Copyable value={beneficiary} label="the address" /> },
            { title: "Status", cell: ({ status }) => <Status value={status} /> },
            {
              title: "Released",
              isNumber: true,
              cell: (row) => `${amount(row.released)} of ${amount(row.total, asset.code)}`,
            },
            { title: "Granted", cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      </Card>
      <Grant />
    </Page>
  );
}

type Terms = RequestOf<"POST /vesting">["body"];

/** Fields of a grant, which the form calls as the service does in its errors. */
const names = ["beneficiary", "amount", "cliff_at", "ends_at"];

function Grant() {
  const config = useConfig();
  const [prepared, setPrepared] = useState<{ terms: Terms; isGranted: boolean }>();
  const prepare = async (terms: Terms) => {
    const { body } = await api.merchant.call("POST /vesting", { body: terms });
    setPrepared({ terms, isGranted: body.envelope === null });
    return body;
  };
  return (
    <Card title="New grant">
      {/* What was prepared has the terms from before a change. */}
      <div className="stack" onChange={() => setPrepared(undefined)}>
        <ApiForm
          submit="Prepare the transaction"
          run={async ({ wallet_address = "", revocable, ...typed }) => {
            const [beneficiary = "", amount = "", cliff, end] = names.map((name) => typed[`grants.0.${name}`]);
            const [cliff_at, ends_at] = [moment(cliff), moment(end)];
            const { lookAt } = await import("../../../wallet/explain.ts");
            const now = new Date((await lookAt(config)).time * 1_000).toISOString();
            // The service's own default, but what wasn't asked for can't be compared with what is signed. Texts of times sort as times do.
            const [starts_at = now] = [now, cliff_at ?? now, ends_at ?? now].sort();
            const grant = {
              // The same grant has the same key, so that asking twice, such as after a lost answer, grants it once.
              idempotency_key: `page:${[beneficiary, amount, cliff, end, revocable].join(":")}`,
              beneficiary,
              amount,
              starts_at,
              ...(cliff_at && { cliff_at }),
              ends_at: ends_at ?? "",
              revocable: revocable === "yes",
            };
            return prepare({ wallet_address, grants: [grant] });
          }}
        >
          {(errors) => (
            <div className="fields">
              <TextField
                label="Your wallet, which pays and signs"
                name="wallet_address"
                required
                spellCheck={false}
                error={errors.wallet_address}
              />
              <TextField
                label="Beneficiary’s wallet"
                name="grants.0.beneficiary"
                required
                spellCheck={false}
                error={errors["grants.0.beneficiary"]}
              />
              <AmountField
                label={`Amount in ${config.asset.code}`}
                name="grants.0.amount"
                required
                error={errors["grants.0.amount"]}
              />
              <TextField
                label="Nothing before (optional)"
                name="grants.0.cliff_at"
                type="datetime-local"
                error={errors["grants.0.cliff_at"]}
              />
              <TextField
                label="All of it by"
                name="grants.0.ends_at"
                type="datetime-local"
                required
                defaultValue={localMoment(new Date(Date.now() + YEAR_MS))}
                error={errors["grants.0.ends_at"]}
              />
              <SelectField label="Can you take back what has not vested?" name="revocable">
                <option value="yes">yes</option>
                <option value="">no</option>
              </SelectField>
            </div>
          )}
        </ApiForm>
        {prepared?.isGranted && <Notice tone="success" title="The ledger has this grant" />}
        {prepared && !prepared.isGranted && (
          <Notice tone="primary" title="Ready to be signed">
            <p>Sign it with the wallet that pays.</p>
            <SignButton
              title="Sign the grant"
              as="merchant"
              build={async () => {
                const { terms } = prepared;
                // A new one each time: one that has failed or expired can't be sent again.
                const envelope = await prepare(terms);
                if (envelope.envelope === null) throw new Error("The ledger has this grant already.");
                return { envelope, asked: askedGrants(terms.wallet_address, terms.grants) };
              }}
              done={() => setPrepared({ ...prepared, isGranted: true })}
            />
          </Notice>
        )}
      </div>
    </Card>
  );
}
