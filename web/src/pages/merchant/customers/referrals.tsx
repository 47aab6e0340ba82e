import { api, type BodyOf, useCall } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action, ApiForm, localMoment, moment } from "../../../ui/form.tsx";
import { amount, count } from "../../../ui/format.ts";
import { List } from "../../../ui/list.tsx";
import { Card, Copyable, Empty, Facts, Notice, SelectField, Shown, Status, TextField, Time } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";
import { Page } from "../../page.tsx";

type Own = BodyOf<"GET /referral-programs/:merchant_id">;

const MONTH_MS = 30 * 86_400_000;
const DAY_SECONDS = 86_400;

export function Referrals() {
  const own = useCall("merchant", "GET /referral-programs/:merchant_id", { params: { merchant_id: "me" } });
  return (
    <Page title="Referral programme">
      <Shown of={own}>
        {(data) => (
          <>
            <Programme of={data} />
            <Newcomers />
            {/* The fields begin anew when the ledger has new terms. */}
            <Terms key={data.program?.updated_at} of={data} />
          </>
        )}
      </Shown>
    </Page>
  );
}

function Programme({ of: { program, change } }: { of: Own }) {
  const { asset } = useConfig();
  const tokens = (sum: string | null) => (sum === null ? "none" : amount(sum, asset.code));
  return (
    <Card title="Programme">
      <div className="stack">
        {change?.status === "pending" && (
          <Notice tone="warning" title="New terms are on their way">
            This page shows them as soon as the ledger has them.
          </Notice>
        )}
        {program?.next_steps.includes("fund") && Number(program.funds.free) === 0 && (
          <Notice tone="warning" title="It has no free funds">
            <p>Newcomers qualify once the sponsor’s wallet has funded it. With the sponsor’s key file:</p>
            <code>
              merit referral wallet fund --merchant {program.merchant_id} --amount {program.budget} --wallet{" "}
              {program.sponsor} --wallet-key wallet.key
            </code>
          </Notice>
        )}
        {change?.status === "failed" && <Notice tone="error">{change.error_message}</Notice>}
        {program === null ? (
          <Empty>
            You have no referral programme. Who brings a newcomer, and the newcomer, get tokens: set its terms below,
            and have the sponsor’s wallet fund it.
          </Empty>
        ) : (
          <Facts
            of={[
              ["Status", <Status key="status" value={program.status} />],
              ["For the referrer", tokens(program.bonus_referrer)],
              ["For the newcomer", tokens(program.bonus_newcomer)],
              ["Most for one referrer", tokens(program.referrer_cap)],
              ["Upper limit", tokens(program.budget)],
              ["Free", tokens(program.funds.free)],
              ["Set aside for newcomers that qualified", tokens(program.funds.pending)],
              ["Paid", tokens(program.funds.paid)],
              ["Ends", <Time key="ends" at={program.ends_at} />],
              ["Can be revoked for", `${count(Math.round(program.clawback_seconds / DAY_SECONDS))} days`],
              [
                "A newcomer qualifies with",
                program.qualifies_on === "spend"
                  ? `purchases of ${program.min_spend} ${program.currency}`
                  : "the first reward",
              ],
              ["Sponsor", <Copyable key="sponsor" value={program.sponsor} label="the sponsor's address" />],
            ]}
          />
        )}
      </div>
    </Card>
  );
}

function Newcomers() {
  const { asset } = useConfig();
  return (
    <Card title="Newcomers">
      <List
        endpoint="GET /referrals"
        caption="Newcomers"
        keyOf={({ id }) => id}
        empty="Nobody has been referred to you yet."
        columns={[
          { title: "Newcomer", cell: ({ newcomer }) => <Copyable value={newcomer} label="the newcomer's address" /> },
          { title: "Referrer", cell: ({ referrer }) => <Copyable value={referrer} label="the referrer's address" /> },
          { title: "Status", cell: (row) => <Status value={row.next_status ?? row.status} /> },
          { title: "For the newcomer", isNumber: true, cell: (row) => bonus(row.for_newcomer, asset.code) },
          { title: "For the referrer", isNumber: true, cell: (row) => bonus(row.for_referrer, asset.code) },
          { title: "Since", cell: ({ created_at }) => <Time at={created_at} /> },
          {
            title: "Revoke",
            cell: ({ id, next_steps }) =>
              next_steps.includes("revoke") && (
                <Action
                  title="Revoke"
                  look="destructive"
                  what="Both bonuses return to the programme."
                  run={({ reason }, idempotencyKey) => {
                    const body = reason ? { reason } : {};
                    const request = { params: { id }, body, idempotencyKey };
                    return api.merchant.call("POST /referrals/:id/revoke", request);
                  }}
                >
                  {(errors) => <TextField label="Reason (optional)" name="reason" error={errors.reason} />}
                </Action>
              ),
          },
        ]}
      />
    </Card>
  );
}

const bonus = (of: { amount: string; status: string } | null, code: string) =>
  of === null ? "none" : `${amount(of.amount, code)}, ${of.status}`;

function Terms({ of: { program } }: { of: Own }) {
  const { asset } = useConfig();
  const ends = program ? new Date(program.ends_at) : new Date(Date.now() + MONTH_MS);
  return (
    <Card title={program ? "Change the terms" : "Set the terms"}>
      <ApiForm
        submit={program ? "Change them" : "Create the programme"}
        run={async ({ clawback_days, ends_at, qualifies_on, sponsor = "", budget = "", ...rest }, idempotencyKey) => {
          const body = {
            ...rest,
            sponsor,
            budget,
            ends_at: moment(ends_at) ?? "",
            clawback_days: Number(clawback_days ?? 0),
            qualifies_on: qualifies_on === "spend" ? "spend" : "first_reward",
          } as const;
          return (await api.merchant.call("POST /referral-programs", { body, idempotencyKey })).body;
        }}
      >
        {(errors) => (
          <div className="fields">
            <TextField
              label="Sponsor’s wallet"
              name="sponsor"
              required
              spellCheck={false}
              defaultValue={program?.sponsor}
              hint="It funds the programme, and gets back what is left."
              error={errors.sponsor}
            />
            <AmountField
              label={`For the referrer, in ${asset.code}`}
              name="bonus_referrer"
              defaultValue={program?.bonus_referrer ?? ""}
              error={errors.bonus_referrer}
            />
            <AmountField
              label={`For the newcomer, in ${asset.code}`}
              name="bonus_newcomer"
              defaultValue={program?.bonus_newcomer ?? ""}
              error={errors.bonus_newcomer}
            />
            <AmountField
              label="Upper limit of the whole programme"
              name="budget"
              required
              defaultValue={program?.budget}
              error={errors.budget}
            />
            <AmountField
              label="Most for one referrer"
              name="referrer_cap"
              defaultValue={program?.referrer_cap}
              hint="Empty: the upper limit."
              error={errors.referrer_cap}
            />
            <TextField
              label="Ends"
              name="ends_at"
              type="datetime-local"
              required
              defaultValue={localMoment(ends)}
              error={errors.ends_at}
            />
            <TextField
              label="Days in which you can revoke a bonus"
              name="clawback_days"
              type="number"
              min={0}
              max={90}
              defaultValue={program ? Math.round(program.clawback_seconds / DAY_SECONDS) : 14}
              error={errors.clawback_days}
            />
            <SelectField
              label="A newcomer qualifies with"
              name="qualifies_on"
              defaultValue={program?.qualifies_on ?? "first_reward"}
              error={errors.qualifies_on}
            >
              <option value="first_reward">the first reward</option>
              <option value="spend">purchases</option>
            </SelectField>
            <AmountField
              label="Purchases of at least"
              name="min_spend"
              defaultValue={program?.min_spend ?? ""}
              hint="Only if one qualifies with purchases."
              error={errors.min_spend}
            />
            <TextField
              label="Currency"
              name="currency"
              placeholder="EUR"
              defaultValue={program?.currency ?? ""}
              hint="Only if one qualifies with purchases."
              error={errors.currency}
            />
          </div>
        )}
      </ApiForm>
    </Card>
  );
}
