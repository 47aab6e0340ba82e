import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { Action, localMoment, moment } from "../../../ui/form.tsx";
import { amount } from "../../../ui/format.ts";
import { TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";
import type { OwnCampaign } from "./campaign.tsx";

type Step = "pause" | "resume" | "end" | "settle" | "fund" | "drop";

/** The steps that a campaign can take in its present state. */
export function Steps({ of: campaign }: { of: OwnCampaign }) {
  const { asset } = useConfig();
  const { id, status, next_status, next_budget, next_ends_at, budget, spent } = campaign;
  const isBusy = next_status !== null || next_budget !== null || next_ends_at !== null;
  const run = (step: Step) => async (_: object, idempotencyKey: string) =>
    (await api.merchant.call("POST /campaigns/:id/steps", { params: { id }, body: { step }, idempotencyKey })).body;
  const may = { disabled: isBusy };
  if (status === "draft") {
    return (
      <>
        <Action
          title="Open it"
          what={`${amount(budget, asset.code)} are reserved from your balance, and the campaign pays rewards.`}
          run={run("fund")}
        />
        <Action title="Discard" look="destructive" what="The draft is discarded for good." run={run("drop")} />
      </>
    );
  }
  const isOpen = status === "active" || status === "paused";
  return (
    <>
      {isOpen && !campaign.expired && <TopUp of={campaign} disabled={isBusy} />}
      {status === "active" && (
        <Action {...may} title="Pause" what="Rewards that are issued while it is paused fail." run={run("pause")} />
      )}
      {status === "paused" && <Action {...may} title="Resume" what="It pays rewards again." run={run("resume")} />}
      {isOpen && (
        <Action
          {...may}
          title="End"
          look="destructive"
          what="It pays nothing from then on, and can't be opened again. The rest of its budget stays reserved until you settle it."
          run={run("end")}
        />
      )}
      {status === "ended" && (
        <Action
          {...may}
          title="Settle"
          what={`What is left of the budget, at most ${amount(budget, asset.code)} less the ${amount(spent)} that it has spent, returns to your balance.`}
          run={run("settle")}
        />
      )}
    </>
  );
}

function TopUp({ of: { id, budget, ends_at }, disabled }: { of: OwnCampaign; disabled: boolean }) {
  const { asset } = useConfig();
  const end = localMoment(new Date(ends_at));
  return (
    <Action
      title="Top up or extend"
      disabled={disabled}
      what={`The budget is ${amount(budget, asset.code)}. Neither the budget nor the end can go down.`}
      run={async (fields, idempotencyKey) => {
        const body = {
          step: "extend" as const,
          ...(fields.budget !== budget && { budget: fields.budget ?? "" }),
          ...(fields.ends_at !== end && { ends_at: moment(fields.ends_at) ?? "" }),
        };
        return (await api.merchant.call("POST /campaigns/:id/steps", { params: { id }, body, idempotencyKey })).body;
      }}
    >
      {(errors) => (
        <div className="fields">
          <AmountField
            label={`New budget in ${asset.code}`}
            name="budget"
            defaultValue={budget}
            hint="The new total, not the difference."
            error={errors.budget}
          />
          <TextField label="New end" name="ends_at" type="datetime-local" defaultValue={end} error={errors.ends_at} />
        </div>
      )}
    </Action>
  );
}
