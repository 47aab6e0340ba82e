import { useState } from "react";
import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action, ApiForm, type Fields } from "../../../ui/form.tsx";
import { amount, count, counted } from "../../../ui/format.ts";
import { List, type RowOf } from "../../../ui/list.tsx";
import { Card, SelectField, Status, TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";

type Rule = RowOf<"GET /campaigns/:id/rules">;
type NewRule = Parameters<typeof api.merchant.call<"POST /campaigns/:id/rules">>[1]["body"];

/** For what customers get points while the campaign is open. */
export function Rules({ campaignId, isOver }: { campaignId: number; isOver: boolean }) {
  const { asset } = useConfig();
  return (
    <Card title="Rules for points">
      <div className="stack">
        <List
          endpoint="GET /campaigns/:id/rules"
          request={{ params: { id: campaignId } }}
          caption="Rules"
          keyOf={({ id }) => id}
          empty="Nothing gives points in this campaign. A rule gives them for an event that you report, for money spent, or for rewards."
          columns={[
            { title: "For", cell: (rule) => conditionOf(rule, asset.code) },
            { title: "Points", isNumber: true, cell: ({ points }) => count(points) },
            { title: "Limits", cell: limitsOf },
            { title: "Given", isNumber: true, cell: ({ granted }) => count(granted) },
            { title: "Status", cell: ({ ended_at }) => <Status value={ended_at === null ? "active" : "ended"} /> },
            { title: "Actions", cell: (rule) => rule.ended_at === null && <Steps of={rule} /> },
          ]}
        />
        {!isOver && (
          <details className="folded">
            <summary>New rule</summary>
            <ApiForm
              submit="Add the rule"
              clears
              run={async (typed, idempotencyKey) => {
                const body = newRuleOf(typed);
                return (
                  await api.merchant.call("POST /campaigns/:id/rules", {
                    params: { id: campaignId },
                    body,
                    idempotencyKey,
                  })
                ).body;
              }}
            >
              {(errors) => <NewFields errors={errors} />}
            </ApiForm>
          </details>
        )}
      </div>
    </Card>
  );
}

function conditionOf({ kind, event, per, currency }: Rule, code: string): string {
  if (kind === "event") return `the event “${event}”`;
  if (kind === "spend") return `each ${amount(per ?? "0")} ${currency} spent`;
  return per === null ? "each reward" : `each ${amount(per, code)} of a reward`;
}

function limitsOf({ daily_cap, user_cap, budget, hold_days, expire_days, multiply }: Rule): string {
  const limits = [
    daily_cap !== null && `${count(daily_cap)} a day for one customer`,
    user_cap !== null && `${count(user_cap)} for one customer`,
    budget !== null && `${count(budget)} in all`,
    hold_days > 0 && `pending for ${counted(hold_days, "day")}`,
    expire_days !== null && `they expire after ${counted(expire_days, "day")}`,
    !multiply && "the same for all tiers",
  ];
  return limits.filter(Boolean).join(", ");
}

const whole = (text: string | undefined) => (text === undefined ? null : Number(text));

const boundsOf = ({ points, daily_cap, user_cap, budget, multiply }: Fields) => ({
  points: Number(points),
  daily_cap: whole(daily_cap),
  user_cap: whole(user_cap),
  budget: whole(budget),
  multiply: multiply !== "no",
});

function newRuleOf({ kind, event = "", per, currency = "", hold_days, expire_days, ...typed }: Fields): NewRule {
  const terms = { ...boundsOf(typed), hold_days: Number(hold_days ?? 0), expire_days: whole(expire_days) };
  if (kind === "event") return { kind, event, ...terms };
  if (kind === "spend") return { kind, per: per ?? "", currency, ...terms };
  return { kind: "reward", per: per ?? null, ...terms };
}

const Steps = ({ of: rule }: { of: Rule }) => (
  <div className="actions">
    <Action
      title="Change"
      look="primary"
      what="Points that it gave stay. What they are given for can't change: end the rule and add another one."
      run={async (typed) => {
        const request = { params: { id: rule.id }, body: boundsOf(typed) };
        return (await api.merchant.call("PATCH /points/rules/:id", request)).body;
      }}
    >
      {(errors) => (
        <div className="fields">
          <Bounds errors={errors} rule={rule} />
        </div>
      )}
    </Action>
    <Action
      title="End"
      look="destructive"
      what="It gives nothing more, for good. The points that it gave stay."
      run={() => api.merchant.call("PATCH /points/rules/:id", { params: { id: rule.id }, body: { ended: true } })}
    />
  </div>
);

function NewFields({ errors }: { errors: Fields }) {
  const { asset } = useConfig();
  const [kind, setKind] = useState("event");
  return (
    <div className="fields">
      <SelectField
        label="Points for"
        name="kind"
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
        error={errors.kind}
      >
        <option value="event">an event that you report</option>
        <option value="spend">money spent</option>
        <option value="reward">rewards that are paid</option>
      </SelectField>
      {kind === "event" && (
        <TextField
          label="Event"
          name="event"
          required
          maxLength={64}
          hint="Your own name for it, such as review."
          error={errors.event}
        />
      )}
      {kind === "spend" && (
        <>
          <AmountField label="For each" name="per" required hint="Such as 10." error={errors.per} />
          <TextField label="Currency" name="currency" required placeholder="EUR" error={errors.currency} />
        </>
      )}
      {kind === "reward" && (
        <AmountField
          label={`For each ${asset.code} of it (optional)`}
          name="per"
          hint="Such as 1. Empty: for each reward, whatever it pays."
          error={errors.per}
        />
      )}
      <Bounds errors={errors} />
      <TextField
        label="Days until they can be spent"
        name="hold_days"
        type="number"
        min={0}
        defaultValue={0}
        error={errors.hold_days}
      />
      <TextField
        label="Days until they expire, after that"
        name="expire_days"
        type="number"
        min={1}
        hint="Empty: never."
        error={errors.expire_days}
      />
    </div>
  );
}

const Bounds = ({ errors, rule }: { errors: Fields; rule?: Rule }) => (
  <>
    <TextField
      label="Points"
      name="points"
      type="number"
      min={1}
      required
      defaultValue={rule?.points ?? ""}
      error={errors.points}
    />
    <TextField
      label="Most a day for one customer"
      name="daily_cap"
      type="number"
      min={1}
      defaultValue={rule?.daily_cap ?? ""}
      hint="Empty: no limit."
      error={errors.daily_cap}
    />
    <TextField
      label="Most for one customer"
      name="user_cap"
      type="number"
      min={1}
      defaultValue={rule?.user_cap ?? ""}
      hint="Empty: no limit."
      error={errors.user_cap}
    />
    <TextField
      label="Most for all together"
      name="budget"
      type="number"
      min={1}
      defaultValue={rule?.budget ?? ""}
      hint="Empty: no limit."
      error={errors.budget}
    />
    <SelectField
      label="Does a customer’s tier multiply them?"
      name="multiply"
      defaultValue={rule?.multiply === false ? "no" : "yes"}
      error={errors.multiply}
    >
      <option value="yes">yes</option>
      <option value="no">no</option>
    </SelectField>
  </>
);
