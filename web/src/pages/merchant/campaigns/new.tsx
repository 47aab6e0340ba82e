import { useNavigate } from "@tanstack/react-router";
import { api } from "../../../api.ts";
import { useConfig } from "../../../config.ts";
import { ApiForm, localMoment, moment } from "../../../ui/form.tsx";
import { Card, SelectField, TextField } from "../../../ui/ui.tsx";
import { AmountField } from "../../amount-field.tsx";
import { Page } from "../../page.tsx";

const MONTH_MS = 30 * 86_400_000;

export function NewCampaign() {
  const { asset } = useConfig();
  const navigate = useNavigate();
  return (
    <Page title="New campaign">
      <Card>
        <ApiForm
          submit="Create the campaign"
          run={async (
            { name = "", budget = "", ends_at = "", starts_at, per_wallet_cap, hold, draft },
            idempotencyKey,
          ) => {
            const body = {
              name,
              budget,
              ends_at: moment(ends_at) ?? "",
              ...(starts_at && { starts_at: moment(starts_at) ?? "" }),
              ...(per_wallet_cap && { per_wallet_cap }),
              on_missing_trustline: hold === "hold" ? "hold" : "fail",
              draft: draft === "draft",
            } as const;
            return (await api.merchant.call("POST /campaigns", { body, idempotencyKey })).body;
          }}
          done={({ id }) => void navigate({ to: "/merchant/campaigns/$id", params: { id: String(id) } })}
        >
          {(errors) => (
            <div className="fields">
              <TextField label="Name" name="name" required maxLength={200} error={errors.name} />
              <AmountField
                label={`Budget in ${asset.code}`}
                name="budget"
                required
                hint="Reserved from your balance. You can raise it later."
                error={errors.budget}
              />
              <TextField
                label="Begins"
                name="starts_at"
                type="datetime-local"
                hint="Empty: now."
                error={errors.starts_at}
              />
              <TextField
                label="Ends"
                name="ends_at"
                type="datetime-local"
                required
                defaultValue={localMoment(new Date(Date.now() + MONTH_MS))}
                error={errors.ends_at}
              />
              <AmountField
                label={`Most ${asset.code} for one wallet (optional)`}
                name="per_wallet_cap"
                hint="Empty: no limit."
                error={errors.per_wallet_cap}
              />
              <SelectField
                label={`Rewards to a wallet that can't hold ${asset.code} yet`}
                name="hold"
                hint="A wallet needs a trustline before it can be paid."
                error={errors.on_missing_trustline}
              >
                <option value="hold">wait until it can</option>
                <option value="fail">fail after some attempts</option>
              </SelectField>
              <SelectField
                label="When does it open?"
                name="draft"
                hint="A draft reserves nothing. You can try rewards on it before you open it."
                error={errors.draft}
              >
                <option value="">Open it now, on the ledger</option>
                <option value="draft">Keep it as a draft for a dry run</option>
              </SelectField>
            </div>
          )}
        </ApiForm>
      </Card>
    </Page>
  );
}
